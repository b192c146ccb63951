import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { RequestStatus } from '#contract/books'
import type { Database, Transaction } from '#server/db/database'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { AskedBook, FormerRequest } from './request-policy.rules'
import { factColumns } from './book-columns'
import type { StoredBook, StoredCover } from './requests.types'
import { searchColumns } from './search-text.rules'

/** One person's request for a book, with whose it is. */
export interface StoredRequest extends FormerRequest {
  userId: string
  username: string
  usernameKey: string
}

export type RequestsRepository = ReturnType<typeof createRequestsRepository>

/** Stores books and the wishes for them. */
export function createRequestsRepository({ database }: { database: Database }) {
  const { audiobooks, fulfilments, requests, users } = database.tables
  const former = { status: requests.status, reason: requests.reason, declines: requests.declines }
  const ofPerson = (asin: string, userId: string) => and(eq(requests.asin, asin), eq(requests.userId, userId))

  return {
    /** What became of somebody's request for a book; null when there is none. */
    async findRequest(
      asin: string,
      userId: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<(FormerRequest & { reason: string | null }) | null> {
      const [row] = await within.select(former).from(requests).where(ofPerson(asin, userId))
      return row ?? null
    },

    /** Where a book stands for somebody who asks for it; it holds while the book is locked. */
    async findStanding(
      asin: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<AskedBook> {
      const [work] = await within
        .select({ state: fulfilments.state })
        .from(fulfilments)
        .where(eq(fulfilments.asin, asin))
      const [wishes] = await within
        .select({ approved: count() })
        .from(requests)
        .where(and(eq(requests.asin, asin), eq(requests.status, 'approved')))
      return { available: work?.state === 'available', approved: (wishes?.approved ?? 0) > 0 }
    },

    /** Everything kept of a book; null when it is not stored. */
    async findBook(
      asin: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<StoredBook | null> {
      const [row] = await within
        .select({
          ...factColumns(database.tables),
          summary: audiobooks.summary,
          coverUrl: audiobooks.coverUrl,
        })
        .from(audiobooks)
        .where(eq(audiobooks.asin, asin))
      return row ?? null
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

    /** Locks a stored book against requests, withdrawals and decisions until the transaction ends. */
    async lockBook(transaction: Transaction, asin: string): Promise<void> {
      await transaction
        .update(audiobooks)
        .set({ updatedAt: sql`${audiobooks.updatedAt}` })
        .where(eq(audiobooks.asin, asin))
    },

    /** To be called with the book locked: one person has one request for it. */
    async addRequest(
      transaction: Transaction,
      request: { asin: string; userId: string; status: RequestStatus; now: Date },
    ): Promise<void> {
      const { now, ...rest } = request
      await transaction
        .insert(requests)
        .values({ id: crypto.randomUUID(), ...rest, createdAt: now, updatedAt: now })
    },

    /** Everybody's requests for a book, in the order of asking. */
    async listRequests(transaction: Transaction, asin: string): Promise<StoredRequest[]> {
      return transaction
        .select({
          userId: requests.userId,
          username: users.username,
          usernameKey: users.usernameKey,
          status: requests.status,
          declines: requests.declines,
        })
        .from(requests)
        .innerJoin(users, eq(users.id, requests.userId))
        .where(eq(requests.asin, asin))
        .orderBy(asc(requests.createdAt), asc(requests.id))
    },

    /** Decides on requests for a book: who is approved has never been declined, who is declined once more. */
    async decide(
      transaction: Transaction,
      decision: {
        asin: string
        userIds: string[]
        status: 'approved' | 'declined'
        reason: string | null
        now: Date
      },
    ): Promise<void> {
      const { asin, userIds, status, reason, now } = decision
      const declines = status === 'approved' ? 0 : sql`${requests.declines} + 1`
      await transaction
        .update(requests)
        .set({ status, reason, declines, updatedAt: now })
        .where(and(eq(requests.asin, asin), inArray(requests.userId, userIds)))
    },

    /** Moves one person's request on; what was said when it was declined is kept. */
    async setStatus(
      transaction: Transaction,
      request: { asin: string; userId: string; status: RequestStatus; now: Date },
    ): Promise<void> {
      const { asin, userId, status, now } = request
      await transaction.update(requests).set({ status, updatedAt: now }).where(ofPerson(asin, userId))
    },

    async removeRequest(transaction: Transaction, asin: string, userId: string): Promise<void> {
      await transaction.delete(requests).where(ofPerson(asin, userId))
    },

    async removeAllRequests(transaction: Transaction, asin: string): Promise<void> {
      await transaction.delete(requests).where(eq(requests.asin, asin))
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

    /** Who has asked for a book, in the order of asking. */
    async listRequesterIds(
      asin: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<string[]> {
      const rows = await within
        .select({ userId: requests.userId })
        .from(requests)
        .where(eq(requests.asin, asin))
        .orderBy(asc(requests.createdAt), asc(requests.id))
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
