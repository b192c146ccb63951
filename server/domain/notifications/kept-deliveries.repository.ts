import { and, asc, count, desc, eq, getTableName, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import type { KeptRows } from '#server/domain/retention/retention.types'

/** Rows per transaction; the attempts of each row are deleted too. */
const STEP = 100
/** Must be worded exactly like the index of ended deliveries, so that the index is used. */
const HAS_ENDED = sql`state <> 'pending'`

/**
 * Deletes old and surplus deliveries with one outcome, and their attempts. This never causes a message to be
 * sent twice, because an event is stored in its own transaction.
 */
export function createKeptDeliveries(
  { database }: { database: Database },
  state: 'delivered' | 'failed',
): KeptRows {
  const { read } = database
  const { deliveries, deliveryAttempts } = database.tables
  const ended = and(eq(deliveries.state, state), HAS_ENDED)

  return {
    tables: [deliveries, deliveryAttempts].map(getTableName),

    async count() {
      const [counted] = await read.select({ rows: count() }).from(deliveries).where(ended)
      return counted?.rows ?? 0
    },

    async findOldestOf(newest) {
      const [oldest] = await read
        .select({ at: deliveries.updatedAt })
        .from(deliveries)
        .where(ended)
        .orderBy(desc(deliveries.updatedAt))
        .limit(1)
        .offset(newest - 1)
      return oldest?.at ?? null
    },

    async removeSome(before) {
      const isOld = and(ended, lt(deliveries.updatedAt, before))
      const old = await read
        .select({ at: deliveries.updatedAt, id: deliveries.id })
        .from(deliveries)
        .where(isOld)
        .orderBy(asc(deliveries.updatedAt))
        .limit(STEP)
      if (old.length === 0) return { removed: 0, next: null }
      const ids = old.map(({ id }) => id)
      // Someone may have resent a delivery in the meantime. An expression, so that rows are found by id: the
      // index of state and time would walk through all old ones.
      const hasStayed = sql`${deliveries.state} || '' = ${state}`
      const removed = await database.write((within) =>
        within
          .delete(deliveries)
          .where(and(isOneOf(database, deliveries.id, ids), hasStayed))
          .returning({ id: deliveries.id }),
      )
      return { removed: removed.length, next: old.length < STEP ? null : (old.at(-1) ?? null) }
    },
  }
}
