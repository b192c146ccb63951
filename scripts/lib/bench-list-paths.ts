import { listDeliveriesQuery } from '#contract/deliveries'
import { listRequestsQuery } from '#contract/requests'
import type { Database } from '#server/db/database'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { createBookStates } from '#server/domain/books/book-states.repository'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createListsRepository } from '#server/domain/lists/lists.repository'
import { createDeliveryLogRepository } from '#server/domain/notifications/delivery-log.repository'
import { createTargetsRepository } from '#server/domain/notifications/targets.repository'
import { createRequestListRepository } from '#server/domain/requests/request-list.repository'
import { LONG_LIST_ID } from './root-rows'
import { LONG_SERIES_ASIN } from './long-series'

type Read = (database: Database) => Promise<unknown>

export interface MeasuredList {
  name: string
  /** Path under `/api/`. */
  path: string
  /** Maximum CPU time per call, in milliseconds. */
  processor: number
  /** Milliseconds within which 99 of 100 calls on one connection must be answered; 50 by default. */
  within?: number
  /** Runs the list's own queries; omitted if little of it comes from the database. */
  read?: Read
}

const LAST_OF_REQUESTS = { sort: 'title', offset: '15900' }
const AVAILABLE = { sort: 'author', status: 'available' }
const EVERYONE = { userId: 'user-0000', everyone: true }

const requestLists = (database: Database) => {
  const books = { repository: createBooksRepository({ database }), states: createBookStates({ database }) }
  return createRequestListRepository({ database, books })
}

/** Reads a page of requests as their service does. */
function readRequests(
  query: Record<string, string>,
  also: { requesterKey?: string; words?: string[] } = {},
): Read {
  const { filter, status, sort, order, limit, offset } = listRequestsQuery.parse({ limit: '50', ...query })
  return async (database) => {
    const lists = requestLists(database)
    const page = { sort, order, limit, offset }
    const { asins } = await lists.choose(EVERYONE, { filter, status, ...also }, page)
    await lists.read(EVERYONE, asins)
  }
}

const readDeliveries =
  (offset: string): Read =>
  (database) =>
    createDeliveryLogRepository({ database }).list(null, listDeliveriesQuery.parse({ limit: '50', offset }))

const readAudit =
  (offset: number): Read =>
  (database) =>
    createAuditRepository({ database }).list({ limit: 50, offset })

async function readTargets(database: Database): Promise<void> {
  const targets = createTargetsRepository({ database })
  const listed = await targets.list(null)
  await targets.deliveriesOf(listed.map(({ id }) => id))
}

/** The limit for counts, which is lower because a menu waits for them. */
const COUNT_WITHIN = 20

/** The calls measured on a server that friends have used for five years. */
export const MEASURED_LISTS: readonly MeasuredList[] = [
  { name: 'Requests, newest first', path: 'requests?limit=50', processor: 10, read: readRequests({}) },
  {
    name: 'Requests by title, last page',
    path: `requests?limit=50&${new URLSearchParams(LAST_OF_REQUESTS)}`,
    processor: 10,
    read: readRequests(LAST_OF_REQUESTS),
  },
  {
    name: 'Available requests by author',
    path: `requests?limit=50&${new URLSearchParams(AVAILABLE)}`,
    processor: 10,
    read: readRequests(AVAILABLE),
  },
  {
    name: 'One person’s requests',
    path: 'requests?limit=50&user=reader%207',
    processor: 10,
    read: readRequests({}, { requesterKey: 'reader 7' }),
  },
  {
    name: 'Requests searched for two words',
    path: 'requests?limit=50&q=winter%20saga',
    processor: 10,
    read: readRequests({}, { words: ['winter', 'saga'] }),
  },
  {
    name: 'Request counts',
    path: 'requests/counts',
    processor: 5,
    within: COUNT_WITHIN,
    read: (database) => requestLists(database).count(EVERYONE, {}),
  },
  {
    name: 'Delivery log',
    path: 'settings/deliveries?limit=50',
    processor: 10,
    read: readDeliveries('0'),
  },
  {
    name: 'Delivery log, last page',
    path: 'settings/deliveries?limit=50&offset=39900',
    processor: 10,
    read: readDeliveries('39900'),
  },
  {
    name: 'The server’s 100 targets',
    path: 'settings/notifications',
    processor: 10,
    read: readTargets,
  },
  { name: 'Audit log', path: 'audit?limit=50', processor: 10, read: readAudit(0) },
  {
    name: 'Audit log, last page',
    path: 'audit?limit=50&offset=19900',
    processor: 10,
    read: readAudit(19_900),
  },
  {
    name: 'Users',
    path: 'users?limit=50',
    processor: 10,
    read: (database) => createUsersRepository({ database }).list({ limit: 50, offset: 0 }),
  },
  {
    name: 'Entries of a list of 2,000 books, last page',
    path: `lists/${LONG_LIST_ID}/entries?limit=50&offset=1950`,
    processor: 20,
    read: (database) =>
      createListsRepository({ database }).listEntries(LONG_LIST_ID, {
        refused: false,
        limit: 50,
        offset: 1950,
      }),
  },
  { name: 'Counts of that list', path: `lists/${LONG_LIST_ID}`, processor: 10, within: COUNT_WITHIN },
  { name: 'One person’s 20 lists', path: 'lists', processor: 10 },
  { name: 'Inbox of 5,000 items', path: 'inbox?limit=50', processor: 10 },
  { name: 'Inbox of 5,000 items, last page', path: 'inbox?limit=50&offset=4950', processor: 10 },
  { name: 'Unread count', path: 'inbox/count', processor: 5, within: COUNT_WITHIN },
  { name: 'One person’s 500 follows', path: 'follows', processor: 10 },
  { name: 'Calendar of 500 books', path: 'calendar', processor: 50 },
  { name: 'One person’s 200 API keys', path: 'settings/account/api-keys', processor: 10 },
  { name: '500 invitations', path: 'invitations', processor: 10 },
  { name: 'Caller’s quota', path: 'requests/quota', processor: 5, within: COUNT_WITHIN },
  { name: 'Cached search returning 50 books', path: 'search?q=the&region=us&num_results=50', processor: 10 },
  { name: 'Discover, most requested', path: 'recommendations/popular', processor: 10 },
  { name: 'Discover, recently requested', path: 'recommendations/recent', processor: 10 },
  { name: 'Discover, recommended for the caller', path: 'recommendations/user', processor: 10 },
  { name: 'Discover, cached bestsellers', path: 'recommendations/bestsellers?region=us', processor: 10 },
  { name: 'Cached books by an author', path: 'authors/Maren%20Oakhollow?region=us', processor: 10 },
  { name: 'Cached books by a narrator', path: 'narrators/Tobias%20Fenwright?region=us', processor: 10 },
  {
    name: 'Cached series of 200 books',
    path: `series/${LONG_SERIES_ASIN}?region=us`,
    processor: 50,
    within: 100,
  },
]
