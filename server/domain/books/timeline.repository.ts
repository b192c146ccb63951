import { asc, eq } from 'drizzle-orm'
import { TIMELINE_KINDS, type TimelineKind } from '#contract/books'
import type { Database, Transaction } from '#server/db/database'
import type { TimelineEntry } from './books.types'

/** The latest possible date, for a user who was just deleted. */
const NEVER = new Date(8.64e15)

/** The activity of books. */
export interface Timeline {
  add(within: Transaction, entry: TimelineEntry): Promise<void>
  /** Oldest first. */
  list(asin: string): Promise<TimelineEntry[]>
  /** Since when a username means this user: the name of a deleted user may be taken again. */
  memberSince(userId: string): Promise<Date>
}

/** Stores the activity of books. */
export function createTimelineRepository({ database }: { database: Database }): Timeline {
  const { timeline, users } = database.tables

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
      // Simultaneous entries are sorted in the order of a fulfilment's lifecycle.
      return entries.sort((a, b) => Number(a.at) - Number(b.at) || place(a) - place(b))
    },

    async memberSince(userId) {
      const [user] = await database.read
        .select({ since: users.createdAt })
        .from(users)
        .where(eq(users.id, userId))
      return user?.since ?? NEVER
    },
  }
}

const place = ({ kind }: { kind: TimelineKind }) => TIMELINE_KINDS.indexOf(kind)
