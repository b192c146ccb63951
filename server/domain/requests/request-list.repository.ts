import { and, asc, count, desc, eq, exists, inArray, isNotNull, not, or, sql, type SQL } from 'drizzle-orm'
import type { BookStatus } from '#contract/books'
import type { ListRequestsQuery } from '#contract/requests'
import type { Database } from '#server/db/database'
import { HAS_FOUND } from '#server/db/tables/releases'
import { LISTED } from '#server/db/tables/requests'
import { bind } from '#server/domain/bind'
import { DOWNLOADED_STATES, toState } from '#server/domain/books/book-status.rules'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts, BookState } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'
import { createListedBooks } from './listed-books.repository'

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

/** A book of a list, and where it stands. */
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
  const { haveWords, countWith } = dependencies.books.repository
  const { audiobooks, requests, releaseSearches, users } = database.tables
  const { visibleRequests } = dependencies.books.states
  const { asin } = releaseSearches
  // Asked of each book in the order of the page: `asin in (…)` would read all those books first, and sort them.
  const withReleases = exists(
    database.read
      .select({ asin })
      .from(releaseSearches)
      .where(and(eq(asin, audiobooks.asin), HAS_FOUND)),
  )
  const readBooks = createListedBooks(dependencies)
  return {
    database,
    haveWords,
    countWith,
    audiobooks,
    requests,
    users,
    visibleRequests,
    readBooks,
    withReleases,
  }
}
type Context = ReturnType<typeof contextOf>

/**
 * Reads requested books with where they stand: a list is chosen first, and then read, as much at once as is wanted. Either
 * takes a fixed number of queries.
 */
export function createRequestListRepository(dependencies: RequestListDependencies) {
  return bind(contextOf(dependencies), { choose, read, count: countByStatus })
}

/** Whose requests a list is made of; null for everybody's. */
function requesterOf({ database, users }: Context, visibility: Visibility, requesterKey?: string) {
  if (!visibility.everyone) return visibility.userId
  if (requesterKey === undefined) return null
  return database.read.select({ id: users.id }).from(users).where(eq(users.usernameKey, requesterKey))
}

/** The books that a list is made of, before anything chooses among them, and by which date they are sorted. */
function listedBooks(context: Context, visibility: Visibility, requesterKey?: string) {
  const { audiobooks, requests } = context
  const requester = requesterOf(context, visibility, requesterKey)
  const isOf =
    requester === null
      ? undefined
      : and(eq(requests.asin, audiobooks.asin), sql`${requests.userId} = ${requester}`)
  // To the others their own request is the one whose date counts.
  return { isOf, dated: visibility.everyone ? audiobooks.requestedAt : requests.createdAt }
}
type Listed = ReturnType<typeof listedBooks>

/**
 * Whether a request that may be seen waits for approval. It may wait on a book whose work was started by others: such
 * a book is found under both.
 */
const isWaiting = ({ audiobooks, requests }: Context, { everyone }: Pick<Visibility, 'everyone'>): SQL =>
  everyone ? sql`${audiobooks.pending} > 0` : eq(requests.status, 'pending')

/** @param use a page is read by the index of its order, which has the status too; what is counted needs no order. */
function conditions(
  context: Context,
  visibility: Visibility,
  { filter, status, handMade, words }: ListFilter,
  use: 'page' | 'count',
): SQL | undefined {
  const { audiobooks, withReleases, haveWords } = context
  // No index fits an expression, so that none of the status is preferred, and the books sorted.
  const stands = use === 'page' ? sql`${audiobooks.status} || ''` : sql`${audiobooks.status}`
  const downloaded = inArray(stands, [...DOWNLOADED_STATES])
  return and(
    LISTED,
    filter === 'downloaded' ? downloaded : undefined,
    filter === 'not_downloaded' ? not(downloaded) : undefined,
    filter === 'with_releases' ? withReleases : undefined,
    handMade ? isNotNull(audiobooks.handMadeBy) : undefined,
    status && standsAt(context, visibility, { stands, status }),
    words && haveWords(words),
  )
}

function standsAt(
  context: Context,
  visibility: Visibility,
  { stands, status }: { stands: SQL; status: BookStatus },
): SQL | undefined {
  const standsThere = sql`${stands} = ${status}`
  if (status !== 'waiting_for_approval') return standsThere
  const waits = isWaiting(context, visibility)
  // Whatever stands there has a request that waits, which administrators see.
  return visibility.everyone ? waits : or(standsThere, waits)
}

/**
 * Books that are equal by what is sorted by stand in the order that their index has: another one would have to be sorted
 * by, from the first book to the last of the page.
 */
function ordering({ audiobooks }: Context, { dated }: Listed, { sort, order }: ListPage): SQL[] {
  const direction = order === 'asc' ? asc : desc
  const byDate = [direction(dated), direction(audiobooks.asin)]
  switch (sort) {
    case 'date':
      return byDate
    case 'title':
      return [direction(audiobooks.titleKey), ...byDate]
    case 'author':
      return [direction(audiobooks.authorKey), direction(audiobooks.titleKey), ...byDate]
    case 'release':
      // Unknown dates come last in either direction; the two databases would differ.
      return [
        sql`(${audiobooks.releaseDate} is null)`,
        direction(audiobooks.releaseDate),
        asc(dated),
        asc(audiobooks.asin),
      ]
    case 'requesters':
      return [direction(audiobooks.requesters), ...byDate]
  }
}

/** The identifiers of one page, read from an index alone wherever one fits. */
function choosePage(
  context: Context,
  visibility: Visibility,
  filter: ListFilter,
  page: ListPage,
): Promise<{ asin: string }[]> {
  const { database, audiobooks, requests } = context
  const listed = listedBooks(context, visibility, filter.requesterKey)
  const chosen = database.read.select({ asin: audiobooks.asin }).from(audiobooks).$dynamic()
  if (listed.isOf) chosen.innerJoin(requests, listed.isOf)
  return chosen
    .where(conditions(context, visibility, filter, 'page'))
    .orderBy(...ordering(context, listed, page))
    .limit(page.limit ?? NO_LIMIT)
    .offset(page.offset)
}

/** Whether nothing chooses among the listed books. */
const isEmpty = (filter: ListFilter) =>
  Object.values(filter).every((choice) => choice === undefined || choice === 'all')

/** How many books a list has without paging. */
async function countListed(context: Context, visibility: Visibility, filter: ListFilter): Promise<number> {
  const { database, audiobooks, requests, countWith } = context
  const { words, ...others } = filter
  if (words && visibility.everyone && isEmpty(others)) return countWith(words)
  const { isOf } = listedBooks(context, visibility, filter.requesterKey)
  const counted = database.read.select({ total: count() }).from(audiobooks).$dynamic()
  if (isOf) counted.innerJoin(requests, isOf)
  const [row] = await counted.where(conditions(context, visibility, filter, 'count'))
  return row?.total ?? 0
}

/** The identifiers of one page in its order, and how many books there are without paging. */
async function choose(
  context: Context,
  visibility: Visibility,
  filter: ListFilter,
  page: ListPage,
): Promise<{ asins: string[]; total: number }> {
  const [chosen, total] = await Promise.all([
    choosePage(context, visibility, filter, page),
    countListed(context, visibility, filter),
  ])
  return { asins: chosen.map(({ asin }) => asin), total }
}

/**
 * Some of the chosen books in their order, as they stand by now; those for which nobody has a request any more that may
 * be seen are left out.
 */
async function read(context: Context, visibility: Visibility, asins: string[]): Promise<ListedBook[]> {
  const [rows, requests] = await Promise.all([
    context.readBooks(asins),
    context.visibleRequests(visibility, asins),
  ])
  return asins.flatMap((asin) => {
    const [row, own] = [rows.get(asin), requests.get(asin)]
    if (!row || !own) return []
    const { facts, state, download, counts } = row
    return [{ facts, state: toState(state, counts, own, download) }]
  })
}

/** How many of the books somebody may see, or of those that a filter leaves, stand where. */
function countByStatus(
  context: Context,
  visibility: Visibility,
  filter: Omit<ListFilter, 'status'>,
): Promise<BookCounts> {
  const isOfAll = visibility.everyone && isEmpty(filter)
  return isOfAll ? countAll(context) : countSome(context, visibility, filter)
}

/** All listed books: those that wait are counted by an index of theirs, as to ask each book takes twice as long. */
async function countAll(context: Context): Promise<BookCounts> {
  const { database, audiobooks } = context
  const { status } = audiobooks
  const waiting = sql<number>`(select count(*) from ${audiobooks} where ${isWaiting(context, { everyone: true })})`
  const rows = await database.read
    .select({ status, books: count(), waiting: waiting.mapWith(Number) })
    .from(audiobooks)
    .where(LISTED)
    .groupBy(status)
  const byStatus = statusMap(rows)
  // Whatever stands there has a request that waits.
  const waitingThere = byStatus.get('waiting_for_approval') ?? 0
  return { byStatus, waitingBesides: (rows[0]?.waiting ?? 0) - waitingThere }
}

async function countSome(
  context: Context,
  visibility: Visibility,
  filter: Omit<ListFilter, 'status'>,
): Promise<BookCounts> {
  const { database, audiobooks, requests } = context
  const { isOf } = listedBooks(context, visibility, filter.requesterKey)
  const waits = sql<number>`sum(case when ${isWaiting(context, visibility)} then 1 else 0 end)`.mapWith(
    Number,
  )
  const counted = database.read
    .select({ status: audiobooks.status, books: count(), waiting: waits })
    .from(audiobooks)
    .$dynamic()
  if (isOf) counted.innerJoin(requests, isOf)
  const rows = await counted
    .where(conditions(context, visibility, filter, 'count'))
    .groupBy(audiobooks.status)
  const under = rows.filter(({ status }) => status !== 'waiting_for_approval')
  return {
    byStatus: statusMap(rows),
    waitingBesides: under.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}

const statusMap = (rows: { status: BookStatus | null; books: number }[]) =>
  new Map(rows.flatMap(({ status, books }) => (status === null ? [] : [[status, books]])))
