import { asc, eq } from 'drizzle-orm'
import { TIMELINE_KINDS, type TimelineKind } from '#contract/books'
import type { Database } from '#server/db/database'
import type { Timeline } from './books.types'

/** Stores what happened to books. */
export function createTimelineRepository({ database }: { database: Database }): Timeline {
  const { timeline } = database.tables

  return {
    async add(within, { detail = null, ...entry }) {
      await within.insert(timeline).values({ id: crypto.randomUUID(), detail, ...entry })
    },

    async list(asin) {
      const entries = await database.read
        .select({
          asin: timeline.asin,
          kind: timeline.kind,
          actor: timeline.actor,
          detail: timeline.detail,
          at: timeline.at,
        })
        .from(timeline)
        .where(eq(timeline.asin, asin))
        .orderBy(asc(timeline.at))
      // What happened in one moment is told in the order of a life.
      return entries.sort((a, b) => Number(a.at) - Number(b.at) || place(a) - place(b))
    },
  }
}

const place = ({ kind }: { kind: TimelineKind }) => TIMELINE_KINDS.indexOf(kind)
