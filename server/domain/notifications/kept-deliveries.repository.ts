import { and, asc, count, desc, eq, getTableName, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf } from '#server/db/many'
import type { KeptRows } from '#server/domain/retention/retention.types'

/** Rows in one transaction, each of which has its attempts removed as well. */
const STEP = 100
/** As the index of ended deliveries has it, word by word, so that it is used. */
const HAS_ENDED = sql`state <> 'pending'`

/**
 * Deliveries that have ended in one way, with their attempts, to be removed when they are old or too many. What they
 * told of is told once, whether they are there or not: an event is written in the transaction of what happened.
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
      // Somebody may have had one sent again meanwhile. An expression, so that rows are found by their ids: by the index
      // of their state and time, all the old ones would be gone through.
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
