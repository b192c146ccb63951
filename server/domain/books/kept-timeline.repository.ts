import { and, asc, count, desc, getTableName, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf, timeValue } from '#server/db/sql-values'
import { IS_STEP } from '#server/db/tables/requests'
import type { KeptRows } from '#server/domain/retention/retention.types'

/** Rows per transaction. */
const STEP = 100

/**
 * Deletes old and surplus activity that nothing depends on, such as searches. What people did, what became of
 * a book and its newest entry stay for as long as the book does.
 */
export function createKeptTimeline({ database }: { database: Database }): KeptRows {
  const { read } = database
  const { timeline } = database.tables
  const hasLater = sql`exists (select 1 from timeline later where later.asin = ${timeline.asin} and later.at > ${timeline.at})`

  return {
    tables: [getTableName(timeline)],

    async count() {
      const [counted] = await read.select({ rows: count() }).from(timeline).where(IS_STEP)
      return counted?.rows ?? 0
    },

    async findOldestOf(newest) {
      const [oldest] = await read
        .select({ at: timeline.at })
        .from(timeline)
        .where(IS_STEP)
        .orderBy(desc(timeline.at), desc(timeline.id))
        .limit(1)
        .offset(newest - 1)
      return oldest?.at ?? null
    },

    async removeSome(before, from) {
      const old = await read
        .select({ at: timeline.at, id: timeline.id })
        .from(timeline)
        .where(
          and(
            IS_STEP,
            lt(timeline.at, before),
            from
              ? sql`(${timeline.at}, ${timeline.id}) > (${timeValue(database, from.at)}, ${from.id})`
              : undefined,
          ),
        )
        .orderBy(asc(timeline.at), asc(timeline.id))
        .limit(STEP)
      if (old.length === 0) return { removed: 0, next: null }
      const ids = old.map(({ id }) => id)
      const removed = await database.write((within) =>
        within
          .delete(timeline)
          .where(and(isOneOf(database, timeline.id, ids), hasLater))
          .returning({ id: timeline.id }),
      )
      return { removed: removed.length, next: old.length < STEP ? null : (old.at(-1) ?? null) }
    },
  }
}
