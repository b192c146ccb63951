import * as pg from 'drizzle-orm/pg-core'
import type { ColumnTypes } from './column-types'

/**
 * The column types for PostgreSQL. The builders of both dialects accept the same calls, so tables and queries
 * have only SQLite's types; this is the only cast between them.
 */
export const postgresColumnTypes = {
  table: pg.pgTable,
  text: () => pg.text(),
  integer: () => pg.integer(),
  boolean: () => pg.boolean(),
  time: () => pg.timestamp({ withTimezone: true, precision: 3, mode: 'date' }),
  json: <T>() => pg.jsonb().$type<T>(),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
} as unknown as ColumnTypes
