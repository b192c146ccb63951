import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { Reader, Transaction } from './database'
import type { SqliteRows, SqliteValue } from './sqlite-thread.types'

/** Builds queries that pass their statements to a function that returns rows. */
export function sqliteQueries(
  run: (sql: string, args: SqliteValue[]) => Promise<SqliteRows>,
): Reader & Transaction {
  return drizzle(
    async (sql, params: unknown[], method) => {
      const rows = await run(sql, params.map(valueOf))
      // For `get`, Drizzle expects the row itself, or nothing.
      return method === 'get' ? Object.assign({ rows }, { rows: rows[0] }) : { rows }
    },
    // The driver reads the casing only from its third argument.
    undefined,
    { casing: 'snake_case' },
  )
}

/** @throws TypeError for a value that SQLite cannot store. */
function valueOf(value: unknown): SqliteValue {
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.getTime()
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}
