import { asc, count, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { BookStatus } from '#contract/books'
import type { ListRequestsQuery } from '#contract/requests'
import type { Database } from '#server/db/database'
import { isOneOfNamed, textsValue } from '#server/db/sql-values'
import { lazyQuery } from '#server/db/lazy-query'
import { LISTED } from '#server/db/tables/requests'
import { bind } from '#server/domain/bind'
import { toState } from '#server/domain/books/book-status.rules'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts, BookState } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'
import { conditions, filterContext, isWaiting, listedBooks, type Listed } from './request-filter.repository'
import { isEmpty, type ListFilter } from './request-filter.rules'

/** More rows than any list has, for a page without a limit. */
const NO_LIMIT = 2_147_483_647

interface ListPage {
  sort: ListRequestsQuery['sort']
  order: ListRequestsQuery['order']
  limit?: number | undefined
  offset: number
}

interface BookCounts {
  /** Each book counted once. */
  byStatus: Map<BookStatus, number>
  /** Books with another status that also have a request waiting for approval. */
  alsoWaiting: number
}

/** A listed book with its state. */
interface ListedBook {
  facts: BookFacts
  state: BookState
}

export type RequestListRepository = ReturnType<typeof createRequestListRepository>

interface RequestListDependencies {
  database: Database
  books: Pick<BooksFeature, 'repository' | 'states'>
}

const contextOf = (dependencies: RequestListDependencies) => ({
  ...filterContext(dependencies),
  countWith: dependencies.books.repository.countWith,
  visibleRequests: dependencies.books.states.visibleRequests,
  readBooks: bookReader(dependencies),
})
type Context = ReturnType<typeof contextOf>

/**
 * Reads requested books with their states. The ids of a list are chosen first, then its books are read in
 * batches; each batch takes a fixed number of queries.
 */
export function createRequestListRepository(dependencies: RequestListDependencies) {
  return bind(contextOf(dependencies), { choose, read, count: countByStatus })
}

/**
 * Ties keep the order of their index; any other order would require sorting all books up to the end of the
 * page.
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
      // Unknown dates are last in both directions; by default, the two databases sort them differently.
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

/** The ids of one page, read from an index alone if one fits. */
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

/** The total number of books without paging. */
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

/** The ids of one page in order, and the total without paging. */
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
 * Some of the chosen books, in order and in their current state, without those that no longer have a visible request.
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

/** Counts by status of the books that a person may see, or that pass a filter. */
function countByStatus(
  context: Context,
  visibility: Visibility,
  filter: Omit<ListFilter, 'status'>,
): Promise<BookCounts> {
  const isOfAll = visibility.everyone && isEmpty(filter)
  return isOfAll ? countAll(context) : countSome(context, visibility, filter)
}

/**
 * All listed books: waiting ones are counted through a separate index, which takes half as long as checking
 * each book.
 */
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
  // Every book in this status has a waiting request.
  const waitingThere = byStatus.get('waiting_for_approval') ?? 0
  return { byStatus, alsoWaiting: (rows[0]?.waiting ?? 0) - waitingThere }
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
    alsoWaiting: under.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}

const statusMap = (rows: { status: BookStatus | null; books: number }[]) =>
  new Map(rows.flatMap(({ status, books }) => (status === null ? [] : [[status, books]])))

/**
 * Reads the facts and states of listed books, without their requests.
 * @returns a function that reads books by ASIN.
 */
function bookReader({ database, books }: RequestListDependencies) {
  const { audiobooks, fulfilments } = database.tables
  const { stateColumns, countColumns, shownDownload } = books.states
  const byAsins = lazyQuery(() =>
    database.read
      .select({
        facts: books.repository.facts,
        state: stateColumns,
        download: shownDownload.columns,
        counts: countColumns,
      })
      .from(audiobooks)
      .leftJoin(fulfilments, eq(fulfilments.asin, audiobooks.asin))
      .leftJoin(shownDownload.table, shownDownload.isShown)
      .where(isOneOfNamed(database, audiobooks.asin, 'asins'))
      .prepare(),
  )
  return async (asins: readonly string[]) => {
    const rows = await byAsins().execute({ asins: textsValue(database, asins) })
    return new Map(rows.map((row) => [row.facts.asin, row]))
  }
}
