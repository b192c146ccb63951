import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'

export type GrabState = 'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'reverted'

/** Handing one release over, as it is stored. */
export interface Grab {
  id: string
  asin: string
  guid: string
  indexerId: number
  title: string
  facts: StoredRelease
  searchId: string | null
  state: GrabState
  actor: string | null
  /** Why it came to nothing. */
  error: string | null
  createdAt: Date
}

/** States in which it may be on its way. */
const UNDER_WAY: GrabState[] = ['sending', 'unconfirmed']
/** States in which it may turn out to have arrived. */
const LATE: GrabState[] = [...UNDER_WAY, 'rejected']

export type GrabsRepository = ReturnType<typeof createGrabsRepository>

/** Stores every hand-over of a release: before it is tried, and what came of it. */
export function createGrabsRepository({ database }: { database: Database }) {
  const { grabs } = database.tables
  const columns = {
    id: grabs.id,
    asin: grabs.asin,
    guid: grabs.guid,
    indexerId: grabs.indexerId,
    title: grabs.title,
    facts: grabs.facts,
    searchId: grabs.searchId,
    state: grabs.state,
    actor: grabs.actor,
    error: grabs.error,
    createdAt: grabs.createdAt,
  }

  return {
    /**
     * Writes down that a release is about to be sent.
     * @returns null when it was sent already, or another one of the book is on its way.
     */
    async begin(
      within: Transaction,
      wanted: { asin: string; facts: StoredRelease; searchId: string | null; actor: string | null },
      now: Date,
    ): Promise<Grab | null> {
      const { asin, facts, searchId, actor } = wanted
      const [grab] = await within
        .insert(grabs)
        .values({
          id: crypto.randomUUID(),
          asin,
          guid: facts.guid,
          indexerId: facts.indexer_id,
          title: facts.title,
          facts,
          searchId,
          actor,
          state: 'sending',
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning(columns)
      return grab ?? null
    },

    /**
     * Writes down what came of it. That it arrived counts also when it was taken for refused before.
     * @returns false when that was found out already, in another way.
     */
    async settle(
      within: Transaction,
      id: string,
      outcome: { state: GrabState; error: string | null },
      now: Date,
    ): Promise<boolean> {
      const settled = await within
        .update(grabs)
        .set({ ...outcome, updatedAt: now })
        .where(and(eq(grabs.id, id), inArray(grabs.state, outcome.state === 'grabbed' ? LATE : UNDER_WAY)))
        .returning({ id: grabs.id })
      return settled.length > 0
    },

    /** Takes back what was handed over: it may be handed over again, by hand. */
    async takeBack(within: Transaction, asin: string, reason: string | null, now: Date): Promise<void> {
      await within
        .update(grabs)
        .set({ state: 'reverted', error: reason, updatedAt: now })
        .where(and(eq(grabs.asin, asin), eq(grabs.state, 'grabbed')))
    },

    /** The one hand-over of a book whose end is not known. */
    async findUnderWay(
      asin: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<Grab | null> {
      const [grab] = await within
        .select(columns)
        .from(grabs)
        .where(and(eq(grabs.asin, asin), inArray(grabs.state, UNDER_WAY)))
      return grab ?? null
    },

    /**
     * The hand-over of the same release that counts: the one that is on its way or has arrived, of which there is
     * one at most.
     */
    async findStanding(within: Transaction, { asin, indexerId, guid }: Grab): Promise<Grab | null> {
      const [grab] = await within
        .select(columns)
        .from(grabs)
        .where(
          and(
            eq(grabs.asin, asin),
            eq(grabs.indexerId, indexerId),
            eq(grabs.guid, guid),
            inArray(grabs.state, [...UNDER_WAY, 'grabbed']),
          ),
        )
      return grab ?? null
    },

    /** Every hand-over of a book, the newest first. */
    async list(asin: string, within: Pick<Transaction, 'select'> = database.read): Promise<Grab[]> {
      return within.select(columns).from(grabs).where(eq(grabs.asin, asin)).orderBy(desc(grabs.createdAt))
    },
  }
}
