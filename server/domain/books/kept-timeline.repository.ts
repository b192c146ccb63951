import { and, getTableName, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { createOldRows } from '#server/db/old-rows'
import { isOneOf } from '#server/db/sql-values'
import { IS_STEP } from '#server/db/tables/requests'
import type { KeptRows } from '#server/db/kept-rows.types'

/**
 * Deletes old and surplus activity that nothing depends on, such as searches. What people did, what became of
 * a book and its newest entry stay for as long as the book does.
 */
export function createKeptTimeline({ database }: { database: Database }): KeptRows {
  const { timeline } = database.tables
  const { at, id, asin } = timeline
  const hasLater = sql`exists (select 1 from timeline later where later.asin = ${asin} and later.at > ${at})`
  return {
    tables: [getTableName(timeline)],
    ...createOldRows(database, {
      table: timeline,
      at,
      id,
      which: IS_STEP,
      remove: (within, ids) =>
        within
          .delete(timeline)
          .where(and(isOneOf(database, id, ids), hasLater))
          .returning({ id }),
    }),
  }
}
