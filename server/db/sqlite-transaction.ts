import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { Reader, Transaction } from './database'
import type { SqliteOrder, SqliteRows, SqliteValue } from './sqlite-thread.types'

type Ask = (order: SqliteOrder) => Promise<SqliteRows>

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

/**
 * Runs work in one transaction. It begins with its first statement; from then on, nothing else may write.
 * @throws the errors of the work, or of SQLite, in which case nothing is stored.
 */
export async function inSqliteTransaction<T>(
  ask: Ask,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let state: 'before' | 'inside' | 'over' = 'before'
  const transaction = sqliteQueries(async (sql, args) => {
    if (state === 'over') throw new Error('The transaction is over')
    const first = state === 'before'
    state = 'inside'
    return ask({ kind: 'write', first, sql, args })
  })
  const hasBegun = () => state === 'inside'
  try {
    const result = await work(transaction)
    if (hasBegun()) await ask({ kind: 'commit' })
    return result
  } catch (error) {
    // If this fails too, the thread is gone, and the transaction with it.
    if (hasBegun()) await ask({ kind: 'rollback' }).catch(() => undefined)
    throw error
  } finally {
    state = 'over'
  }
}

/** @throws TypeError for a value that SQLite cannot store. */
function valueOf(value: unknown): SqliteValue {
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.getTime()
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}
