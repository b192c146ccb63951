import { and, asc, desc, lt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database, Transaction } from './database'
import type { KeptRows, Place } from './kept-rows.types'
import { timeValue } from './sql-values'

/** Rows per transaction. */
const STEP = 100

interface OldRowsOptions {
  table: SQLiteTable
  at: SQLiteColumn & { _: { data: Date; notNull: true } }
  id: SQLiteColumn & { _: { data: string; notNull: true } }
  /** Whether their index has no id; then none of the rows removed may stay. */
  byTimeAlone?: boolean
  /** Which rows of the table; all if omitted. */
  which?: SQL | undefined
  /** Deletes some rows, except those still needed. @returns the deleted ones. */
  remove: (within: Transaction, ids: readonly string[]) => PromiseLike<readonly unknown[]>
}

/** Counts the rows of a table and deletes the oldest ones in steps. */
export function createOldRows(database: Database, options: OldRowsOptions): Omit<KeptRows, 'tables'> {
  const { table, at, id, byTimeAlone = false, which, remove } = options
  const { read, write } = database
  const order = byTimeAlone ? [at] : [at, id]

  return {
    async count() {
      return read.$count(table, which)
    },

    async findOldestOf(newest) {
      const query = read.select({ at }).from(table).where(which)
      const [oldest] = await query
        .orderBy(...order.map(desc))
        .limit(1)
        .offset(newest - 1)
      return oldest?.at ?? null
    },

    async removeSome(before, from) {
      const isLater =
        from && !byTimeAlone ? sql`(${at}, ${id}) > (${timeValue(database, from.at)}, ${from.id})` : undefined
      const query = read.select({ at, id }).from(table)
      const old: Place[] = await query
        .where(and(which, lt(at, before), isLater))
        .orderBy(...order.map(asc))
        .limit(STEP)
      if (old.length === 0) return { removed: 0, next: null }
      const ids = old.map((row) => row.id)
      const removed = await write(async (within) => remove(within, ids))
      return { removed: removed.length, next: old.length < STEP ? null : (old.at(-1) ?? null) }
    },
  }
}
