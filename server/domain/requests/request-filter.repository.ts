import { and, eq, exists, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { BookStatus } from '#contract/books'
import type { Database } from '#server/db/database'
import { HAS_FOUND } from '#server/db/tables/releases'
import { LISTED } from '#server/db/tables/requests'
import { DOWNLOADED_STATES, TO_GET_STATUSES } from '#server/domain/books/book-status.rules'
import type { BooksFeature } from '#server/domain/books/feature'
import type { Visibility } from '#server/domain/books/visibility.rules'
import type { ListFilter } from './request-filter.rules'

type FilterContext = ReturnType<typeof filterContext>

/** What queries for requested books share: tables, and conditions on words and on found releases. */
export function filterContext({
  database,
  books,
}: {
  database: Database
  books: Pick<BooksFeature, 'repository'>
}) {
  const { audiobooks, requests, releaseSearches, users } = database.tables
  const { asin } = releaseSearches
  // Checked per book in page order: `asin in (…)` would read all those books first, then sort them.
  const withReleases = exists(
    database.read
      .select({ asin })
      .from(releaseSearches)
      .where(and(eq(asin, audiobooks.asin), HAS_FOUND)),
  )
  const { haveWords } = books.repository
  return { database, haveWords, audiobooks, requests, users, withReleases }
}

/** Whose requests a list shows; null for everyone's. */
function requesterOf({ database, users }: FilterContext, visibility: Visibility, requesterKey?: string) {
  if (!visibility.everyone) return visibility.userId
  if (requesterKey === undefined) return null
  return database.read.select({ id: users.id }).from(users).where(eq(users.usernameKey, requesterKey))
}

/** The books of a list before filtering, and the date they are sorted by. */
export function listedBooks(context: FilterContext, visibility: Visibility, requesterKey?: string) {
  const { audiobooks, requests } = context
  const requester = requesterOf(context, visibility, requesterKey)
  const isOf =
    requester === null
      ? undefined
      : and(eq(requests.asin, audiobooks.asin), sql`${requests.userId} = ${requester}`)
  // Everyone else sees the date of their own request.
  return { isOf, dated: visibility.everyone ? audiobooks.requestedAt : requests.createdAt }
}
export type Listed = ReturnType<typeof listedBooks>

/**
 * Whether a visible request waits for approval. Its book may already be in progress for others, so the book appears
 * under both statuses.
 */
export const isWaiting = (
  { audiobooks, requests }: FilterContext,
  { everyone }: Pick<Visibility, 'everyone'>,
): SQL => (everyone ? sql`${audiobooks.pending} > 0` : eq(requests.status, 'pending'))

/** @param use a page is read through the index of its order, which includes the status; counting needs no order. */
export function conditions(
  context: FilterContext,
  visibility: Visibility,
  { filter, status, requesterKey, handMade, words }: ListFilter,
  use: 'page' | 'count',
): SQL | undefined {
  const { audiobooks, withReleases, haveWords } = context
  // An expression matches no index, which keeps the planner from using a status index and then sorting.
  const stands = use === 'page' ? sql`${audiobooks.status} || ''` : sql`${audiobooks.status}`
  return and(
    LISTED,
    filter === 'downloaded' ? inArray(stands, [...DOWNLOADED_STATES]) : undefined,
    filter === 'not_downloaded' ? isToGet(context, visibility, { stands, status, requesterKey }) : undefined,
    filter === 'with_releases' ? withReleases : undefined,
    handMade ? isNotNull(audiobooks.handMadeBy) : undefined,
    status && standsAt(context, visibility, { stands, status }),
    words && haveWords(words),
  )
}

/**
 * Whether a book is wanted and still to get, as programs that get books themselves read it: nothing that was declined,
 * and what only waits for approval solely if it is asked for by its status. Someone's own list leaves out what was
 * declined for them, although others may get it.
 */
function isToGet(
  { requests }: FilterContext,
  { everyone }: Visibility,
  { stands, status, requesterKey }: Pick<ListFilter, 'status' | 'requesterKey'> & { stands: SQL },
): SQL | undefined {
  const waiting: BookStatus[] = status === 'waiting_for_approval' ? [status] : []
  const isOwnList = !everyone || requesterKey !== undefined
  return and(
    inArray(stands, [...TO_GET_STATUSES, ...waiting]),
    isOwnList ? ne(requests.status, 'declined') : undefined,
  )
}

function standsAt(
  context: FilterContext,
  visibility: Visibility,
  { stands, status }: { stands: SQL; status: BookStatus },
): SQL | undefined {
  const standsThere = sql`${stands} = ${status}`
  if (status !== 'waiting_for_approval') return standsThere
  const waits = isWaiting(context, visibility)
  // Every book in this status has a waiting request, which administrators see.
  return visibility.everyone ? waits : or(standsThere, waits)
}
