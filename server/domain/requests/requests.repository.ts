import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { RequestStatus } from '#contract/books'
import type { Database, Transaction } from '#server/db/database'
import type { CatalogueBook } from '../catalogue/catalogue.types'
import type { FulfilmentState } from './requests.rules'
import type { StoredCover } from './requests.types'
import { searchColumns } from './search-text.rules'

export type RequestsRepository = ReturnType<typeof createRequestsRepository>

/** Stores books, the wishes for them, and the work on them. */
export function createRequestsRepository({ database }: { database: Database }) {
  const { audiobooks, requests, fulfilments, timeline, users } = database.tables

  return {
    async findStatus(asin: string, userId: string): Promise<RequestStatus | null> {
      const [row] = await database.read
        .select({ status: requests.status })
        .from(requests)
        .where(and(eq(requests.asin, asin), eq(requests.userId, userId)))
      return row?.status ?? null
    },

    /** Stores the newest facts. The row stays locked till the end: what is decided on its requests holds. */
    async storeBook(transaction: Transaction, book: CatalogueBook, now: Date): Promise<void> {
      const facts = {
        region: book.region,
        title: book.title,
        subtitle: book.subtitle,
        authors: book.authors,
        narrators: book.narrators,
        series: book.series,
        language: book.language,
        edition: book.edition,
        releaseDate: book.releaseDate,
        runtimeMin: book.runtimeMin,
        summary: book.summary,
        coverUrl: book.coverUrl,
        ...searchColumns(book),
        updatedAt: now,
      }
      await transaction
        .insert(audiobooks)
        .values({ asin: book.asin, createdAt: now, ...facts })
        .onConflictDoUpdate({ target: audiobooks.asin, set: facts })
    },

    /**
     * Locks a user against new requests and against being deleted until the transaction ends. Users are locked
     * before books, so that nobody waits for each other.
     */
    async lockUser(transaction: Transaction, userId: string): Promise<void> {
      await transaction
        .update(users)
        .set({ updatedAt: sql`${users.updatedAt}` })
        .where(eq(users.id, userId))
    },

    /** Locks a stored book against requests and withdrawals until the transaction ends. */
    async lockBook(transaction: Transaction, asin: string): Promise<void> {
      await transaction
        .update(audiobooks)
        .set({ updatedAt: sql`${audiobooks.updatedAt}` })
        .where(eq(audiobooks.asin, asin))
    },

    /** @returns false when this person already has a request for the book. */
    async addRequest(
      transaction: Transaction,
      request: { asin: string; userId: string; status: RequestStatus; now: Date },
    ): Promise<boolean> {
      const { now, ...rest } = request
      const added = await transaction
        .insert(requests)
        .values({ id: crypto.randomUUID(), ...rest, createdAt: now, updatedAt: now })
        .onConflictDoNothing({ target: [requests.asin, requests.userId] })
        .returning({ id: requests.id })
      return added.length > 0
    },

    /**
     * Removes one person's request for a book, or everybody's.
     * @returns the ids of those whose request it was.
     */
    async removeRequests(transaction: Transaction, asin: string, userId?: string): Promise<string[]> {
      const removed = await transaction
        .delete(requests)
        .where(and(eq(requests.asin, asin), userId === undefined ? undefined : eq(requests.userId, userId)))
        .returning({ userId: requests.userId })
      return removed.map((row) => row.userId)
    },

    /** What somebody has asked for, in an order that is the same for everybody who locks the books. */
    async listAsinsOf(transaction: Transaction, userId: string): Promise<string[]> {
      const rows = await transaction
        .select({ asin: requests.asin })
        .from(requests)
        .where(eq(requests.userId, userId))
        .orderBy(asc(requests.asin))
      return rows.map((row) => row.asin)
    },

    async countApproved(transaction: Transaction, asin: string): Promise<number> {
      const [row] = await transaction
        .select({ approved: count() })
        .from(requests)
        .where(and(eq(requests.asin, asin), eq(requests.status, 'approved')))
      return row?.approved ?? 0
    },

    /** Starts the work on a book unless it has started. */
    async startFulfilment(transaction: Transaction, asin: string, now: Date): Promise<void> {
      await transaction
        .insert(fulfilments)
        .values({ asin, state: 'waiting', createdAt: now, updatedAt: now })
        .onConflictDoNothing({ target: fulfilments.asin })
    },

    async findFulfilment(transaction: Transaction, asin: string): Promise<FulfilmentState | null> {
      const [row] = await transaction
        .select({ state: fulfilments.state })
        .from(fulfilments)
        .where(eq(fulfilments.asin, asin))
      return row?.state ?? null
    },

    /** Ends the work on a book while it is still in the state the decision was made for. */
    async endFulfilment(transaction: Transaction, asin: string, state: FulfilmentState): Promise<void> {
      await transaction
        .delete(fulfilments)
        .where(and(eq(fulfilments.asin, asin), eq(fulfilments.state, state)))
    },

    async addTimelineEntry(
      transaction: Transaction,
      entry: { asin: string; kind: 'requested' | 'withdrawn'; actor: string; at: Date },
    ): Promise<void> {
      await transaction.insert(timeline).values({ id: crypto.randomUUID(), ...entry })
    },

    async listRequesterIds(asin: string): Promise<string[]> {
      const rows = await database.read
        .select({ userId: requests.userId })
        .from(requests)
        .where(eq(requests.asin, asin))
      return rows.map((row) => row.userId)
    },

    /** What is known of a stored book's cover; null when the book is not stored. */
    async findCover(asin: string): Promise<StoredCover | null> {
      const [row] = await database.read
        .select({ title: audiobooks.title, coverUrl: audiobooks.coverUrl })
        .from(audiobooks)
        .where(eq(audiobooks.asin, asin))
      return row ?? null
    },
  }
}
