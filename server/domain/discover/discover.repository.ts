import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'
import type { LocalLists } from './discover.types'
import type { Own } from './taste.rules'

interface Context {
  database: Database
  books: { repository: Pick<BooksFeature['repository'], 'facts' | 'isListedFor'> }
}

/** Reads what people here have requested, using indexes that match the order. */
export function createDiscoverRepository(context: Context): LocalLists {
  return bind(context, { own, popular, recent, followed })
}

/** A person's latest requests, newest first, in any state. */
async function own({ database, books }: Context, userId: string, limit: number): Promise<Own[]> {
  const { audiobooks, requests } = database.tables
  const { asin, region, title, authors, narrators, series, language } = books.repository.facts
  return database.read
    .select({ asin, region, title, authors, narrators, series, language })
    .from(requests)
    .innerJoin(audiobooks, eq(audiobooks.asin, requests.asin))
    .where(eq(requests.userId, userId))
    .orderBy(desc(requests.createdAt))
    .limit(limit)
}

/** Books with the most requests; ties go to the latest request. */
async function popular(context: Context, visibility: Visibility, limit: number): Promise<BookFacts[]> {
  const { requesters, requestedAt, asin } = context.database.tables.audiobooks
  return listed(context, visibility).orderBy(desc(requesters), desc(requestedAt), desc(asin)).limit(limit)
}

/** The latest requested books, newest first. */
async function recent(context: Context, visibility: Visibility, limit: number): Promise<BookFacts[]> {
  const { requestedAt, asin } = context.database.tables.audiobooks
  return listed(context, visibility).orderBy(desc(requestedAt), desc(asin)).limit(limit)
}

function listed({ database, books }: Context, visibility: Visibility) {
  const { facts, isListedFor } = books.repository
  return database.read.select(facts).from(database.tables.audiobooks).where(isListedFor(visibility))
}

/** Books by people, or in series, that a person follows. */
async function followed(
  { database }: Context,
  userId: string,
  { when, today, limit }: { when: 'out' | 'coming'; today: string; limit: number },
): Promise<BookFacts[]> {
  const { follows, followedBooks } = database.tables
  const day = followedBooks.releaseDate
  const rows = await database.read
    .select({ book: followedBooks.book })
    .from(follows)
    .innerJoin(followedBooks, eq(followedBooks.followedId, follows.followedId))
    .where(and(eq(follows.userId, userId), when === 'out' ? lte(day, today) : gt(day, today)))
    .orderBy(when === 'out' ? desc(day) : asc(day), asc(followedBooks.asin))
    .limit(limit)
  return rows.flatMap(({ book }) => book ?? [])
}
