import { and, asc, count, eq, inArray, isNotNull, isNull, lte, min, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { LifecycleState } from './transitions.rules'

/** The work on one book as it is stored. */
export interface Fulfilment {
  asin: string
  state: Exclude<LifecycleState, 'none'>
  nextTryAt: Date | null
  error: string | null
  misses: number
  failures: number
  asked: boolean
  byHand: boolean
  toldMissing: boolean
  stopped: boolean
  leaseOwner: string | null
  leaseUntil: Date | null
  /** When it last changed: while it is searched for, when that began. */
  updatedAt: Date
}
export type FulfilmentChange = Partial<Omit<Fulfilment, 'asin' | 'updatedAt'>>

/** Which work may be taken up. */
export interface DueOptions {
  now: Date
  /** Whether books are looked for unasked. */
  automatic: boolean
  /** Whether there is anything that can be asked for releases. */
  possible: boolean
}

export type FulfilmentsRepository = ReturnType<typeof createFulfilmentsRepository>

/** Stores where the work on books stands and who is at it. */
export function createFulfilmentsRepository({
  database,
  books,
}: {
  database: Database
  books: Pick<BooksRepository, 'lock'>
}) {
  const { fulfilments, requests } = database.tables
  const columns = {
    asin: fulfilments.asin,
    state: fulfilments.state,
    nextTryAt: fulfilments.nextTryAt,
    error: fulfilments.error,
    misses: fulfilments.misses,
    failures: fulfilments.failures,
    asked: fulfilments.asked,
    byHand: fulfilments.byHand,
    toldMissing: fulfilments.toldMissing,
    stopped: fulfilments.stopped,
    leaseOwner: fulfilments.leaseOwner,
    leaseUntil: fulfilments.leaseUntil,
    updatedAt: fulfilments.updatedAt,
  }

  /** What is looked for again at some time, unless somebody is at it. */
  const isPlanned = ({ automatic, possible }: Pick<DueOptions, 'automatic' | 'possible'>): SQL | undefined =>
    or(
      and(
        inArray(fulfilments.state, ['waiting', 'not_found']),
        eq(fulfilments.stopped, false),
        automatic ? undefined : eq(fulfilments.asked, true),
        possible ? undefined : sql`1 = 0`,
      ),
      eq(fulfilments.state, 'grab_unconfirmed'),
      // Given back in the middle, by a server that stopped.
      eq(fulfilments.state, 'searching'),
    )

  /** What needs no waiting for its time once it is planned. */
  const isWantedAtOnce = or(isNull(fulfilments.nextTryAt), eq(fulfilments.byHand, true))

  const isDue = (options: DueOptions): SQL | undefined =>
    or(
      and(
        isPlanned(options),
        isNull(fulfilments.leaseUntil),
        or(isWantedAtOnce, lte(fulfilments.nextTryAt, options.now)),
      ),
      // Whoever was at it has gone, whatever the state.
      lte(fulfilments.leaseUntil, options.now),
    )

  return {
    /** Takes up work nobody is at; what two workers want at once only one gets. */
    async claim(
      options: DueOptions & { limit: number; owner: string; leaseUntil: Date },
    ): Promise<Fulfilment[]> {
      const { limit, owner, leaseUntil } = options
      return database.write(async (transaction) => {
        const due = transaction
          .select({ asin: fulfilments.asin })
          .from(fulfilments)
          .where(isDue(options))
          .orderBy(asc(fulfilments.updatedAt))
          .limit(limit)
        const unlocked = database.dialect === 'postgres' ? sql` for update skip locked` : undefined
        return transaction
          .update(fulfilments)
          .set({ leaseOwner: owner, leaseUntil })
          .where(and(sql`${fulfilments.asin} in (${due.getSQL()}${unlocked})`, isDue(options)))
          .returning(columns)
      })
    },

    /** @returns when something is to be taken up next, by {@link claim}; null when nothing waits for its time. */
    async findNextDue(options: DueOptions): Promise<Date | null> {
      const isFree = and(isPlanned(options), isNull(fulfilments.leaseUntil))
      // What is wanted by hand keeps the time that it had.
      const [atOnce] = await database.read
        .select({ asin: fulfilments.asin })
        .from(fulfilments)
        .where(and(isFree, isWantedAtOnce))
        .limit(1)
      if (atOnce) return options.now
      const [planned] = await database.read
        .select({ at: min(fulfilments.nextTryAt) })
        .from(fulfilments)
        .where(isFree)
      const [abandoned] = await database.read
        .select({ at: min(fulfilments.leaseUntil) })
        .from(fulfilments)
        .where(isNotNull(fulfilments.leaseUntil))
      const dates = [planned?.at, abandoned?.at].filter((date) => date !== null && date !== undefined)
      return dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null
    },

    /** @returns false when the work is no longer this worker's. */
    async renew(asin: string, owner: string, leaseUntil: Date): Promise<boolean> {
      return database.write(async (transaction) => {
        const renewed = await transaction
          .update(fulfilments)
          .set({ leaseUntil })
          .where(and(eq(fulfilments.asin, asin), eq(fulfilments.leaseOwner, owner)))
          .returning({ asin: fulfilments.asin })
        return renewed.length > 0
      })
    },

    /** Gives work back as it is. */
    async release(asin: string, owner: string): Promise<void> {
      await database.write(async (transaction) => {
        await transaction
          .update(fulfilments)
          .set({ leaseOwner: null, leaseUntil: null })
          .where(and(eq(fulfilments.asin, asin), eq(fulfilments.leaseOwner, owner)))
      })
    },

    /**
     * Locks a book and the work on it until the transaction ends.
     * @returns null when there is no work on it.
     */
    async lock(within: Transaction, asin: string): Promise<Fulfilment | null> {
      await books.lock(within, asin)
      const [work] = await within
        .update(fulfilments)
        .set({ updatedAt: sql`${fulfilments.updatedAt}` })
        .where(eq(fulfilments.asin, asin))
        .returning(columns)
      return work ?? null
    },

    async insert(within: Transaction, asin: string, change: FulfilmentChange, now: Date): Promise<void> {
      await within
        .insert(fulfilments)
        .values({ asin, state: 'waiting', ...change, createdAt: now, updatedAt: now })
        .onConflictDoNothing({ target: fulfilments.asin })
    },

    /** Changes work that is locked. */
    async change(within: Transaction, asin: string, change: FulfilmentChange, now: Date): Promise<void> {
      await within
        .update(fulfilments)
        .set({ ...change, updatedAt: now })
        .where(eq(fulfilments.asin, asin))
    },

    async remove(within: Transaction, asin: string): Promise<void> {
      await within.delete(fulfilments).where(eq(fulfilments.asin, asin))
    },

    async countApproved(within: Transaction, asin: string): Promise<number> {
      const [row] = await within
        .select({ approved: count() })
        .from(requests)
        .where(and(eq(requests.asin, asin), eq(requests.status, 'approved')))
      return row?.approved ?? 0
    },

    /** Everybody who asked for a book, in the order of asking, and whether that was declined. */
    async listRequesters(
      asin: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<{ userId: string; declined: boolean }[]> {
      const rows = await within
        .select({ userId: requests.userId, status: requests.status })
        .from(requests)
        .where(eq(requests.asin, asin))
        .orderBy(asc(requests.createdAt), asc(requests.id))
      return rows.map(({ userId, status }) => ({ userId, declined: status === 'declined' }))
    },
  }
}
