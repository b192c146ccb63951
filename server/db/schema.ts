import { sqliteColumnTypes } from './column-types'
import { postgresColumnTypes } from './postgres-column-types'
import { defineTables } from './tables'

// The tables for drizzle-kit, which loads this file with `require` and takes those of its dialect.
const tables = [sqliteColumnTypes, postgresColumnTypes].flatMap((types) => Object.values(defineTables(types)))
Object.assign(module.exports, tables)
