import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { BookStatus } from '#contract/books'
import type { ListRequestsQuery } from '#contract/requests'
import type { Database } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { CountedRequests } from '#server/domain/books/book-states.repository'
import { DOWNLOADED_STATES, toState } from '#server/domain/books/book-status.rules'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts, BookState } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'

/** More rows than any list has, for a page without end. */
const NO_LIMIT = 2_147_483_647

/** What to list; words are folded already, an empty list of words finds nothing. */
interface ListFilter {
  filter?: ListRequestsQuery['filter'] | undefined
  status?: BookStatus | undefined
  /** Only books that this person requested, by the key of the name. */
  requesterKey?: string | undefined
  words?: string[] | undefined
  /** Only books that people wrote down. */
  handMade?: boolean | undefined
  /** Only this book. */
  asin?: string | undefined
}

interface ListPage {
  sort: ListRequestsQuery['sort']
  order: ListRequestsQuery['order']
  limit?: number | undefined
  offset: number
}

interface BookCounts {
  /** Every book once. */
  byStatus: Map<BookStatus, number>
  /** Those that stand elsewhere, but have a request that waits for approval. */
  waitingBesides: number
}

interface ListedBook {
  facts: BookFacts
  state: BookState
}

export type RequestListRepository = ReturnType<typeof createRequestListRepository>

interface RequestListDependencies {
  database: Database
  books: Pick<BooksFeature, 'repository' | 'states'>
}

const contextOf = (dependencies: RequestListDependencies) => {
  const { database } = dependencies
  const { facts } = dependencies.books.repository
  const { audiobooks, requests, fulfilments, releaseSearches, users } = database.tables
  const { read } = database
  const { countRequests, visibleRequests, stateColumns, shownDownload } = dependencies.books.states
  /** The same as `bookStatus` of the rules, for the database. */
  const statusOf = (counted: CountedRequests) =>
    sql<BookStatus>`case when ${fulfilments.state} is not null then ${fulfilments.state} when ${counted.approved} > 0 then 'waiting' when ${counted.pending} > 0 then 'waiting_for_approval' else 'declined' end`
  /**
   * Chooses books by status. A pending request on a book whose work was started by others is waited with too: such
   * a book is found under both.
   */
  const standsAt = (counted: CountedRequests, status: BookStatus) =>
    status === 'waiting_for_approval'
      ? or(eq(statusOf(counted), status), gt(counted.waiting, 0))
      : eq(statusOf(counted), status)
  const withReleases = inArray(
    audiobooks.asin,
    read
      .select({ asin: releaseSearches.asin })
      .from(releaseSearches)
      .where(and(eq(releaseSearches.state, 'finished'), gt(releaseSearches.found, 0))),
  )
  return {
    ...dependencies,
    facts,
    audiobooks,
    requests,
    fulfilments,
    users,
    read,
    countRequests,
    visibleRequests,
    stateColumns,
    shownDownload,
    withReleases,
    statusOf,
    standsAt,
  }
}
type Context = ReturnType<typeof contextOf>

/** Reads requested books with where they stand. However long a page is, it takes a fixed number of queries. */
export function createRequestListRepository(dependencies: RequestListDependencies) {
  return bind(contextOf(dependencies), { list, count: countByStatus })
}

/** Chooses the books that somebody may see in a list: an administrator all, others those they requested. */
function visibleTo(
  { read, requests, users }: Context,
  visibility: Visibility,
  requesterKey: string | undefined,
): SQL | undefined {
  const wanted = read.select({ asin: requests.asin }).from(requests)
  if (!visibility.everyone)
    return inArray(requests.asin, wanted.where(eq(requests.userId, visibility.userId)))
  if (requesterKey === undefined) return undefined
  const requester = read.select({ id: users.id }).from(users).where(eq(users.usernameKey, requesterKey))
  return inArray(requests.asin, wanted.where(inArray(requests.userId, requester)))
}

function among(context: Context, visibility: Visibility, { requesterKey, asin }: ListFilter) {
  const { requests } = context
  return and(
    visibleTo(context, visibility, requesterKey),
    asin === undefined ? undefined : eq(requests.asin, asin),
  )
}

function conditions(context: Context, counted: CountedRequests, filter: ListFilter): SQL | undefined {
  const { fulfilments, withReleases, audiobooks, standsAt } = context
  const downloaded = inArray(fulfilments.state, [...DOWNLOADED_STATES])
  return and(
    filter.filter === 'downloaded' ? downloaded : undefined,
    filter.filter === 'not_downloaded' ? or(isNull(fulfilments.state), not(downloaded)) : undefined,
    filter.filter === 'with_releases' ? withReleases : undefined,
    filter.handMade ? isNotNull(audiobooks.handMadeBy) : undefined,
    filter.status && standsAt(counted, filter.status),
    // Folded words have no punctuation, so nothing in them is a wildcard.
    ...(filter.words ?? []).map((word) => like(audiobooks.searchText, `%${word}%`)),
    filter.words?.length === 0 ? sql`1 = 0` : undefined,
  )
}

function ordering({ audiobooks }: Context, counted: CountedRequests, { sort, order }: ListPage): SQL[] {
  const direction = order === 'asc' ? asc : desc
  const newestFirst = [desc(counted.requestedAt), asc(audiobooks.asin)]
  switch (sort) {
    case 'date':
      return [direction(counted.requestedAt), asc(audiobooks.asin)]
    case 'title':
      return [direction(audiobooks.titleKey), ...newestFirst]
    case 'author':
      return [direction(audiobooks.authorKey), direction(audiobooks.titleKey), ...newestFirst]
    case 'release':
      // Unknown dates come last in either direction; the two databases would differ.
      return [
        asc(sql`case when ${audiobooks.releaseDate} is null then 1 else 0 end`),
        direction(audiobooks.releaseDate),
        ...newestFirst,
      ]
    case 'requesters':
      return [direction(counted.requesters), ...newestFirst]
  }
}

/** One page of requested books, and how many there are without paging. */
async function list(
  context: Context,
  visibility: Visibility,
  filter: ListFilter,
  page: ListPage,
): Promise<{ books: ListedBook[]; total: number }> {
  const { countRequests, read, facts, stateColumns, audiobooks, fulfilments, visibleRequests } = context
  const { table: downloads, columns: download, isShown } = context.shownDownload
  const counted = countRequests(visibility, among(context, visibility, filter))
  const where = conditions(context, counted, filter)
  const [rows, [sum]] = await Promise.all([
    read
      .select({
        facts,
        state: stateColumns,
        download,
        counts: { pending: counted.pending, approved: counted.approved, declined: counted.declined },
      })
      .from(counted)
      .innerJoin(audiobooks, eq(audiobooks.asin, counted.asin))
      .leftJoin(fulfilments, eq(fulfilments.asin, counted.asin))
      .leftJoin(downloads, isShown)
      .where(where)
      .orderBy(...ordering(context, counted, page))
      .limit(page.limit ?? NO_LIMIT)
      .offset(page.offset),
    read
      .select({ total: count() })
      .from(counted)
      .innerJoin(audiobooks, eq(audiobooks.asin, counted.asin))
      .leftJoin(fulfilments, eq(fulfilments.asin, counted.asin))
      .where(where),
  ])
  const asins = rows.map(({ facts }) => facts.asin)
  const byAsin = await visibleRequests(visibility, asins)
  const books = rows.map(({ facts, state, download, counts }) => ({
    facts,
    state: toState(state, counts, byAsin.get(facts.asin) ?? [], download),
  }))
  return { books, total: sum?.total ?? 0 }
}

/** How many of the books somebody may see, or of those that a filter leaves, stand where: one query. */
async function countByStatus(
  context: Context,
  visibility: Visibility,
  filter: Omit<ListFilter, 'status'>,
): Promise<BookCounts> {
  const { countRequests, read, statusOf, audiobooks, fulfilments } = context
  const counted = countRequests(visibility, among(context, visibility, filter))
  const stood = read
    .select({
      status: statusOf(counted).as('status'),
      waiting: sql<number>`case when ${counted.waiting} > 0 then 1 else 0 end`.as('waits'),
    })
    .from(counted)
    .innerJoin(audiobooks, eq(audiobooks.asin, counted.asin))
    .leftJoin(fulfilments, eq(fulfilments.asin, counted.asin))
    .where(conditions(context, counted, filter))
    .as('stood')
  const rows = await read
    .select({
      status: stood.status,
      books: count(),
      waiting: sql<number>`coalesce(sum(${stood.waiting}), 0)`.mapWith(Number),
    })
    .from(stood)
    .groupBy((columns) => columns.status)
  const under = rows.filter(({ status }) => status !== 'waiting_for_approval')
  return {
    byStatus: new Map(rows.map((row) => [row.status, row.books])),
    waitingBesides: under.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}
