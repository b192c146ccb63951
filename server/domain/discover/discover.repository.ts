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

/** Reads what people here have requested, by the indexes of its order. */
export function createDiscoverRepository(context: Context): LocalLists {
  return bind(context, { own, popular, recent, followed })
}

/** What somebody requested last, newest first, whatever became of it. */
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
 * Books that are requested and not declined, as far as somebody may know of them: a hand-made one is there for
 * administrators alone, and its requesters, who have it among their own.
 */
function listed({ database }: Context, { everyone }: Visibility) {
  const { audiobooks } = database.tables
  // No index fits an expression, so that none of the status is preferred, and the books sorted.
  const notDeclined = sql`${audiobooks.status} || '' <> 'declined'`
  return and(LISTED, notDeclined, everyone ? undefined : isNull(audiobooks.handMadeBy))
}

/** Books that the most people requested; of those that tie, the one requested last first. */
async function popular(context: Context, visibility: Visibility, limit: number): Promise<BookFacts[]> {
  const { audiobooks } = context.database.tables
  return context.database.read
    .select(context.books.repository.facts)
    .from(audiobooks)
    .where(listed(context, visibility))
    .orderBy(desc(audiobooks.requesters), desc(audiobooks.requestedAt), desc(audiobooks.asin))
    .limit(limit)
}

/** Books that were requested last, newest first. */
async function recent(context: Context, visibility: Visibility, limit: number): Promise<BookFacts[]> {
  const { audiobooks } = context.database.tables
  return context.database.read
    .select(context.books.repository.facts)
    .from(audiobooks)
    .where(listed(context, visibility))
    .orderBy(desc(audiobooks.requestedAt), desc(audiobooks.asin))
    .limit(limit)
}

/** Books of what somebody follows. */
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
