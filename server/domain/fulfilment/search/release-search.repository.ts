import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { StoredIndexerAnswer } from '#server/db/stored-release'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { StoredSearch, WantedRecording } from './release-search.types'

/** Searches of a book that are kept, the newest ones, of each kind of end. */
const KEPT = 10

/** What is written down while a search goes on. */
export interface SearchProgress {
  indexers: StoredIndexerAnswer[]
  found: number
  accepted: number
  error: string | null
}

export type ReleaseSearchRepository = ReturnType<typeof createReleaseSearchRepository>

/** Stores who asked the indexers when, and what came of it. */
export function createReleaseSearchRepository({
  database,
  books,
}: {
  database: Database
  books: Pick<BooksRepository, 'find' | 'lock'>
}) {
  const { fulfilments, requests, releaseSearches: searches } = database.tables
  const columns = {
    id: searches.id,
    asin: searches.asin,
    state: searches.state,
    actor: searches.actor,
    indexers: searches.indexers,
    found: searches.found,
    accepted: searches.accepted,
    error: searches.error,
    leaseUntil: searches.leaseUntil,
    startedAt: searches.startedAt,
    finishedAt: searches.finishedAt,
  }
  /**
   * Ends searches whose server has gone; nobody knows when they ended.
   * @param asin of one book; of all books where left out.
   * @returns them as they were.
   */
  async function endAbandoned(within: Transaction, now: Date, asin?: string): Promise<StoredSearch[]> {
    const abandoned = await within
      .select(columns)
      .from(searches)
      .where(
        and(
          eq(searches.state, 'running'),
          lte(searches.leaseUntil, now),
          asin === undefined ? undefined : eq(searches.asin, asin),
        ),
      )
    const ended: StoredSearch[] = []
    for (const search of abandoned) {
      const indexers = search.indexers.map(neverAnswered)
      const updated = await within
        .update(searches)
        .set({ state: 'failed', error: SERVER_ENDED, indexers, leaseOwner: null, leaseUntil: null })
        .where(and(eq(searches.id, search.id), eq(searches.state, 'running'), lte(searches.leaseUntil, now)))
        .returning({ id: searches.id })
      if (updated.length > 0) ended.push(search)
    }
    return ended
  }

  const ownRunning = (id: string, owner: string) =>
    and(eq(searches.id, id), eq(searches.state, 'running'), eq(searches.leaseOwner, owner))

  return {
    /** What is known of a stored book; null when it is not stored. */
    async findBook(asin: string, within?: Transaction): Promise<WantedRecording | null> {
      return toWanted(await books.find(asin, within))
    },

    /** The same, and what is known stays so until the transaction ends. */
    async lockBook(within: Transaction, asin: string): Promise<WantedRecording | null> {
      await books.lock(within, asin)
      return toWanted(await books.find(asin, within))
    },

    /** Whether anybody asked for a book, or work on it has left its traces. */
    async isRequested(asin: string): Promise<boolean> {
      const [[wish], [work]] = await Promise.all([
        database.read.select({ wishes: count() }).from(requests).where(eq(requests.asin, asin)),
        database.read.select({ works: count() }).from(fulfilments).where(eq(fulfilments.asin, asin)),
      ])
      return (wish?.wishes ?? 0) + (work?.works ?? 0) > 0
    },

    async find(id: string): Promise<StoredSearch | null> {
      const [row] = await database.read.select(columns).from(searches).where(eq(searches.id, id))
      return row ?? null
    },

    /** The newest first. */
    async list(asin: string, limit: number): Promise<StoredSearch[]> {
      return database.read
        .select(columns)
        .from(searches)
        .where(eq(searches.asin, asin))
        .orderBy(desc(searches.startedAt), asc(searches.id))
        .limit(limit)
    },

    /** The search of a book that is under way, else its newest one. */
    async findNewest(asin: string): Promise<StoredSearch | null> {
      const [row] = await database.read
        .select(columns)
        .from(searches)
        .where(eq(searches.asin, asin))
        .orderBy(
          asc(sql`case when ${searches.state} = 'running' then 0 else 1 end`),
          desc(searches.startedAt),
          asc(searches.id),
        )
        .limit(1)
      return row ?? null
    },

    /** The newest search of a book that has ended and found something. */
    async findNewestWithReleases(asin: string): Promise<StoredSearch | null> {
      const [row] = await database.read
        .select(columns)
        .from(searches)
        .where(and(eq(searches.asin, asin), eq(searches.state, 'finished'), gt(searches.found, 0)))
        .orderBy(desc(searches.startedAt))
        .limit(1)
      return row ?? null
    },

    /**
     * Writes down a search that begins. One whose server has gone makes room.
     * @returns false when another one is under way.
     */
    async begin(
      within: Transaction,
      search: { id: string; asin: string; actor: string | null; owner: string; leaseUntil: Date },
      now: Date,
    ): Promise<boolean> {
      const { owner, ...rest } = search
      await endAbandoned(within, now, search.asin)
      const begun = await within
        .insert(searches)
        .values({ ...rest, leaseOwner: owner, state: 'running', indexers: [], startedAt: now })
        .onConflictDoNothing()
        .returning({ id: searches.id })
      return begun.length > 0
    },

    endAbandoned,

    /** @returns false when the search is no longer this server's. */
    async renew(id: string, owner: string, leaseUntil: Date): Promise<boolean> {
      return database.write(async (transaction) => {
        const renewed = await transaction
          .update(searches)
          .set({ leaseUntil })
          .where(ownRunning(id, owner))
          .returning({ id: searches.id })
        return renewed.length > 0
      })
    },

    /** @returns false when the search is no longer this server's. */
    async saveProgress(
      within: Transaction,
      id: string,
      owner: string,
      progress: SearchProgress,
    ): Promise<boolean> {
      const saved = await within
        .update(searches)
        .set(progress)
        .where(ownRunning(id, owner))
        .returning({ id: searches.id })
      return saved.length > 0
    },

    /** Ends a search whose progress is saved. */
    async end(within: Transaction, id: string, state: 'finished' | 'failed', now: Date): Promise<void> {
      await within
        .update(searches)
        .set({ state, finishedAt: now, leaseOwner: null, leaseUntil: null })
        .where(eq(searches.id, id))
    },

    /** Breaks off the search of a book that is under way. */
    async breakOff(within: Transaction, asin: string, error: string, now: Date): Promise<void> {
      await within
        .update(searches)
        .set({ state: 'failed', error, leaseOwner: null, leaseUntil: null, finishedAt: now })
        .where(and(eq(searches.asin, asin), eq(searches.state, 'running')))
    },

    /** Forgets a search that was broken off. */
    async abandon(id: string, owner: string): Promise<void> {
      await database.write(async (transaction) => {
        await transaction.delete(searches).where(ownRunning(id, owner))
      })
    },

    /** Removes old searches with their releases. */
    async prune(): Promise<void> {
      await database.write(async (transaction) => {
        const placed = transaction
          .select({
            id: searches.id,
            place:
              sql<number>`row_number() over (partition by ${searches.asin}, ${searches.state} order by ${searches.startedAt} desc)`.as(
                'place',
              ),
          })
          .from(searches)
          .as('placed')
        const old = await transaction.select({ id: placed.id }).from(placed).where(gt(placed.place, KEPT))
        for (let start = 0; start < old.length; start += 500) {
          const ids = old.slice(start, start + 500).map(({ id }) => id)
          await transaction.delete(searches).where(inArray(searches.id, ids))
        }
      })
    },
  }
}

const SERVER_ENDED = 'The server ended in the middle of it.'

/** What an indexer had not said when the server that asked it ended, nobody will hear. */
const neverAnswered = (answer: StoredIndexerAnswer): StoredIndexerAnswer =>
  answer.state === 'asking' ? { ...answer, state: 'failed', error: SERVER_ENDED } : answer

/** Facts of the catalogue are renewed all the time; what a person wrote down changes when it is corrected. */
function toWanted(book: Awaited<ReturnType<BooksRepository['find']>>): WantedRecording | null {
  if (!book) return null
  const { asin, title, subtitle, authors, narrators, series, language, edition, runtimeMin, releaseDate } =
    book
  const correctedAt = book.handMadeBy === null ? null : book.updatedAt
  const described = {
    title,
    subtitle,
    authors,
    narrators,
    series,
    language,
    edition,
    runtimeMin,
    releaseDate,
  }
  return { asin, ...described, correctedAt }
}
