import { and, asc, eq, gte } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts } from '#server/domain/books/books.types'
import type { RequestersRepository } from '#server/domain/requests/requesters.repository'

interface Context {
  database: Database
  books: { repository: Pick<BooksFeature['repository'], 'facts'> }
  requesters: Pick<RequestersRepository, 'isOpen'>
}

/** A dated book, and the followed series or person that it belongs to. */
export interface DatedBook {
  book: BookFacts
  followed: string | null
}

export type CalendarRepository = ReturnType<typeof createCalendarRepository>

/** Reads the release dates of books. */
export function createCalendarRepository(context: Context) {
  return bind(context, { listUpcoming, requested })
}

/** Books by people, or in series, that a person follows, from the given day on, next first. */
async function listUpcoming(
  { database }: Context,
  userId: string,
  { from, limit }: { from: string; limit: number },
): Promise<DatedBook[]> {
  const { follows, followed, followedBooks } = database.tables
  const rows = await database.read
    .select({ book: followedBooks.book, followed: followed.name })
    .from(follows)
    .innerJoin(followedBooks, eq(followedBooks.followedId, follows.followedId))
    .innerJoin(followed, eq(followed.id, follows.followedId))
    .where(and(eq(follows.userId, userId), gte(followedBooks.releaseDate, from)))
    .orderBy(asc(followedBooks.releaseDate), asc(followedBooks.asin))
    .limit(limit)
  return rows.flatMap(({ book, followed: name }) => (book ? [{ book, followed: name }] : []))
}

/** Books that a person has requested and that were not declined, from the given day on, next first. */
async function requested(
  { database, books, requesters }: Context,
  userId: string,
  { from, limit }: { from: string; limit: number },
): Promise<DatedBook[]> {
  const { audiobooks, requests } = database.tables
  const found = await database.read
    .select(books.repository.facts)
    .from(requests)
    .innerJoin(audiobooks, eq(audiobooks.asin, requests.asin))
    .where(and(eq(requests.userId, userId), requesters.isOpen, gte(audiobooks.releaseDate, from)))
    .orderBy(asc(audiobooks.releaseDate), asc(audiobooks.asin))
    .limit(limit)
  return found.map((book) => ({ book, followed: null }))
}
