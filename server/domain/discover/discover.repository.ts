import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { LISTED } from '#server/db/tables/requests'
import { bind } from '#server/domain/bind'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'
import type { LocalLists } from './discover.types'
import type { Own } from './taste.rules'

interface Context {
  database: Database
  books: { repository: Pick<BooksFeature['repository'], 'facts'> }
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

/**
 * Books that were requested and not declined. Only administrators see books requested by hand here; their
 * requesters see them among their own.
 */
function listed({ database }: Context, { everyone }: Visibility) {
  const { audiobooks } = database.tables
  // An expression matches no index. This keeps the planner from using a status index and then sorting.
  const notDeclined = sql`${audiobooks.status} || '' <> 'declined'`
  return and(LISTED, notDeclined, everyone ? undefined : isNull(audiobooks.handMadeBy))
}

/** Books with the most requests; ties go to the latest request. */
async function popular(context: Context, visibility: Visibility, limit: number): Promise<BookFacts[]> {
  const { audiobooks } = context.database.tables
  return context.database.read
    .select(context.books.repository.facts)
    .from(audiobooks)
    .where(listed(context, visibility))
    .orderBy(desc(audiobooks.requesters), desc(audiobooks.requestedAt), desc(audiobooks.asin))
    .limit(limit)
}

/** The latest requested books, newest first. */
async function recent(context: Context, visibility: Visibility, limit: number): Promise<BookFacts[]> {
  const { audiobooks } = context.database.tables
  return context.database.read
    .select(context.books.repository.facts)
    .from(audiobooks)
    .where(listed(context, visibility))
    .orderBy(desc(audiobooks.requestedAt), desc(audiobooks.asin))
    .limit(limit)
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
