import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { createOldRows } from '#server/db/old-rows'
import { isOneOf } from '#server/db/sql-values'
import type { KeptRows } from '#server/db/kept-rows.types'

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
  const { deliveries, deliveryAttempts } = database.tables
  const { id, updatedAt: at } = deliveries
  // Someone may have resent a delivery in the meantime. An expression, so that rows are found by id: the index of
  // state and time would walk through all old ones.
  const hasStayed = sql`${deliveries.state} || '' = ${state}`
  return {
    tables: [deliveries, deliveryAttempts].map(getTableName),
    ...createOldRows(database, {
      table: deliveries,
      at,
      id,
      byTimeAlone: true,
      which: and(eq(deliveries.state, state), HAS_ENDED),
      remove: (within, ids) =>
        within
          .delete(deliveries)
          .where(and(isOneOf(database, id, ids), hasStayed))
          .returning({ id }),
    }),
  }
}
