import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf, isOneOfNamed, textsValue } from '#server/db/sql-values'
import { lazyQuery } from '#server/db/lazy-query'
import { bind } from '#server/domain/bind'
import { toState } from './book-status.rules'
import type { BookState, VisibleRequest } from './books.types'
import type { Visibility } from './visibility.rules'

export type BookStates = ReturnType<typeof createBookStates>

const requestColumnsOf = ({ tables: { requests } }: Database) => ({
  status: requests.status,
  reason: requests.reason,
  wishes: requests.wishes,
  createdAt: requests.createdAt,
  updatedAt: requests.updatedAt,
})

const contextOf = ({ database }: { database: Database }) => {
  const { audiobooks, requests, fulfilments, downloads, users } = database.tables
  const stateColumns = {
    updatedAt: audiobooks.updatedAt,
    fulfilmentState: fulfilments.state,
    nextAttemptAt: fulfilments.nextAttemptAt,
    cause: fulfilments.cause,
    stopped: fulfilments.stopped,
    leftLibrary: fulfilments.leftLibrary,
    asked: fulfilments.asked,
    atOnce: fulfilments.atOnce,
  }
  const countColumns = {
    pending: audiobooks.pending,
    approved: audiobooks.approved,
    declined: audiobooks.declined,
  }
  const downloadColumns = {
    state: downloads.state,
    percent: downloads.percent,
    speed: downloads.speed,
    secondsLeft: downloads.secondsLeft,
    client: downloads.client,
    foundBy: downloads.foundBy,
  }
  /** The download shown for a book. */
  const isShown = and(eq(downloads.asin, audiobooks.asin), eq(downloads.current, true))
  const shownDownload = { table: downloads, columns: downloadColumns, isShown }
  const tables = { audiobooks, requests, fulfilments, users }
  return {
    ...tables,
    database,
    stateColumns,
    countColumns,
    shownDownload,
    requestColumns: requestColumnsOf(database),
    ofBooks: queriesOfRequests(database),
  }
}
type Context = ReturnType<typeof contextOf>

/** Reads the states of books: request counts, the requests a person may see, and the fulfilment. */
export function createBookStates(dependencies: { database: Database }) {
  const context = contextOf(dependencies)
  const { stateColumns, countColumns, shownDownload } = context
  return { stateColumns, countColumns, shownDownload, ...bind(context, { visibleRequests, find }) }
}

/** Queries for the requests of some books, oldest first: everyone's, and one person's. */
function queriesOfRequests(database: Database) {
  const { requests, users } = database.tables
  const queryOf = (whose: SQL | undefined) =>
    lazyQuery(() =>
      database.read
        .select({ asin: requests.asin, username: users.username, ...requestColumnsOf(database) })
        .from(requests)
        .innerJoin(users, eq(users.id, requests.userId))
        .where(and(isOneOfNamed(database, requests.asin, 'asins'), whose))
        .orderBy(asc(requests.createdAt), asc(requests.id))
        .prepare(),
    )
  return { ofEverybody: queryOf(undefined), ofOne: queryOf(eq(requests.userId, sql.placeholder('userId'))) }
}

/** The requests of some books that a person may see, oldest first. */
async function visibleRequests(
  { database, ofBooks }: Context,
  visibility: Visibility,
  asins: string[],
): Promise<Map<string, VisibleRequest[]>> {
  const query = visibility.everyone ? ofBooks.ofEverybody() : ofBooks.ofOne()
  const rows = await query.execute({ asins: textsValue(database, asins), userId: visibility.userId })
  const found = new Map<string, VisibleRequest[]>()
  for (const { asin, ...request } of rows) {
    const ofBook = found.get(asin)
    if (ofBook) ofBook.push(request)
    else found.set(asin, [request])
  }
  return found
}

/** The states of some books, without those never requested. */
async function find(
  context: Context,
  visibility: Visibility,
  asins: string[],
): Promise<Map<string, BookState>> {
  const { database, requests, audiobooks, users, fulfilments } = context
  const { stateColumns, countColumns, shownDownload, requestColumns } = context
  if (asins.length === 0) return new Map()
  const rows = await database.read
    .select({
      asin: audiobooks.asin,
      state: stateColumns,
      download: shownDownload.columns,
      counts: countColumns,
      request: requestColumns,
      username: users.username,
    })
    .from(audiobooks)
    .leftJoin(fulfilments, eq(fulfilments.asin, audiobooks.asin))
    .leftJoin(shownDownload.table, shownDownload.isShown)
    .leftJoin(
      requests,
      and(
        eq(requests.asin, audiobooks.asin),
        visibility.everyone ? undefined : eq(requests.userId, visibility.userId),
      ),
    )
    .leftJoin(users, eq(users.id, requests.userId))
    .where(isOneOf(database, audiobooks.asin, asins))
    .orderBy(asc(requests.createdAt), asc(requests.id))
  const states = new Map<string, BookState>()
  for (const { asin, state, download, counts, request, username } of rows) {
    const known = states.get(asin) ?? toState(state, counts, [], download)
    states.set(asin, known)
    if (request && username !== null) known.requests.push({ username, ...request })
  }
  return states
}
