import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createApiKeysRepository } from '#server/domain/auth/api-keys.repository'
import { createInvitationsRepository } from '#server/domain/auth/invitations.repository'
import { createSessionsRepository } from '#server/domain/auth/sessions.repository'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { createBookStates } from '#server/domain/books/book-states.repository'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createTimelineRepository } from '#server/domain/books/timeline.repository'
import { createDiscoverRepository } from '#server/domain/discover/discover.repository'
import { createCalendarRepository } from '#server/domain/follow/calendar.repository'
import { createFollowsRepository } from '#server/domain/follow/follows.repository'
import { createInboxRepository } from '#server/domain/follow/inbox.repository'
import { createReleaseSearchRepository } from '#server/domain/fulfilment/search/release-search.repository'
import { createReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { createLibraryCorrectionsRepository } from '#server/domain/library/library-corrections.repository'
import { createLibraryItemsRepository } from '#server/domain/library/library-items.repository'
import { createListWorkRepository } from '#server/domain/lists/list-work.repository'
import { createListsRepository } from '#server/domain/lists/lists.repository'
import { createDeliveryLogRepository } from '#server/domain/notifications/delivery-log.repository'
import { createOutboxRepository } from '#server/domain/notifications/outbox.repository'
import { createTargetsRepository } from '#server/domain/notifications/targets.repository'
import { createQuotasRepository } from '#server/domain/requests/quotas.repository'
import { createRequesters } from '#server/domain/requests/requesters.repository'
import { asinAt, fillLarge } from '#scripts/lib/large-data'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { explainReads } from '#tests/support/query-plans'

const SIZES = { books: 200, users: 60, requests: 200, releases: 200, timeline: 300, deliveries: 300 }
const ASINS = Array.from({ length: 50 }, (_, at) => asinAt(at))
const TARGETS = ['target-0000', 'target-0005']
const NOW = new Date('2026-06-01T12:00:00Z')
const PAGE = { limit: 50, offset: 10 }

/** Tables that grow for years, or with every book of a library. */
const BIG =
  '(audiobooks|book_series|book_people|series|people|requests|fulfilments|timeline|releases|release_searches|deliveries|delivery_attempts|audit_entries|users|sessions|api_keys|invitations|quota_uses|library_items|library_keys|library_corrections|followed|followed_books|follows|inbox_items|lists|list_entries)'
const READS_ALL = new RegExp(`(?:SCAN|SEARCH) ${BIG}\\b(?! USING)|Seq Scan on ${BIG}\\b`)
const SORTS = /USE TEMP B-TREE FOR .*ORDER BY|^(?:-> +)?(?:Incremental )?Sort {2}/

interface List {
  name: string
  read: (database: Database) => Promise<unknown>
  /** Rows of one book, one person or one page may be sorted. */
  ofOne?: boolean
}

const LISTS: List[] = [
  { name: 'the audit log', read: (database) => createAuditRepository({ database }).list(PAGE) },
  {
    name: 'the audit log of one kind',
    read: (database) => createAuditRepository({ database }).list({ ...PAGE, kind: 'signed_in' }),
  },
  { name: 'users', read: (database) => createUsersRepository({ database }).list(PAGE) },
  {
    name: 'keys of everybody',
    read: (database) => createApiKeysRepository({ database }).listAll(PAGE),
    ofOne: true,
  },
  {
    name: 'keys of one person',
    read: (database) => createApiKeysRepository({ database }).list('user-0001'),
    ofOne: true,
  },
  {
    name: 'sessions of one person',
    read: (database) => createSessionsRepository({ database }).list('user-0001'),
    ofOne: true,
  },
  {
    name: 'open invitations',
    read: (database) => createInvitationsRepository({ database }).list({ ...PAGE, now: new Date() }),
  },
  {
    name: 'the invitation of a link',
    read: (database) => createInvitationsRepository({ database }).find('digest', new Date()),
  },
  {
    name: 'what counts against a quota',
    read: (database) =>
      createQuotasRepository({ database }).listUses('user-0001', { since: new Date(0), limit: 5 }),
  },
  {
    name: 'the timeline of a book',
    read: (database) => createTimelineRepository({ database }).list(asinAt(1)),
    ofOne: true,
  },
  {
    name: 'where the books of a search stand',
    read: (database) => createBookStates({ database }).find({ userId: 'user-0000', everyone: true }, ASINS),
    ofOne: true,
  },
  {
    name: 'the searches of a book',
    read: (database) => searchesOver(database).list(asinAt(1), 20),
    ofOne: true,
  },
  {
    name: 'the newest search of a book',
    read: (database) => searchesOver(database).findNewest(asinAt(1)),
    ofOne: true,
  },
  {
    name: 'the releases of a search',
    read: (database) => createReleasesRepository({ database }).list('search-00000001'),
  },
  {
    name: 'how the deliveries of targets stand',
    read: (database) => createTargetsRepository({ database }).deliveriesOf(TARGETS),
  },
  {
    name: 'when the next message is due',
    read: (database) => createOutboxRepository({ database }).findNextDue(new Date(0)),
  },
  {
    name: 'where messages can be sent to now',
    read: (database) => createOutboxRepository({ database }).listDueTargets(new Date(), true),
  },
  {
    name: 'the attempts of a page of deliveries',
    read: (database) => createDeliveryLogRepository({ database }).listAttempts(['delivery-00000001']),
    ofOne: true,
  },
  {
    name: 'what the library has of a page of books',
    read: (database) => createLibraryItemsRepository({ database }).findByKeys(['asin:B000000001']),
    ofOne: true,
  },
  {
    name: 'the stored books of a series',
    read: (database) => createBooksRepository({ database }).ofSeries({ region: 'us', asin: 'B000000001' }),
    ofOne: true,
  },
  {
    name: 'the stored books of an author',
    read: (database) =>
      createBooksRepository({ database }).byPerson({ name: 'Ada Moor 0', role: 'author', limit: 50 }),
    ofOne: true,
  },
  {
    name: 'corrections of a page of books',
    read: (database) => createLibraryCorrectionsRepository({ database }).list(ASINS),
  },
  {
    name: 'what the library got last',
    read: (database) => createLibraryItemsRepository({ database }).newest(20),
  },
  {
    name: 'the last requests of one person',
    read: (database) => recommending(database).own('user-0001', 20),
  },
  {
    name: 'the books that the most people requested',
    read: (database) => recommending(database).popular({ userId: 'user-0001', everyone: false }, 20),
  },
  {
    name: 'the books that were requested last',
    read: (database) => recommending(database).recent({ userId: 'user-0001', everyone: false }, 20),
  },
  {
    name: 'what one person follows',
    read: (database) => createFollowsRepository({ database }).list('user-0001'),
    ofOne: true,
  },
  {
    name: 'what is to be looked at for new books',
    read: (database) => createFollowsRepository({ database }).claim({ owner: 'one', until: NOW, now: NOW }),
  },
  {
    name: 'when the books come out that one person follows',
    read: (database) => calendarOver(database).listUpcoming('user-0001', { from: '2026-06-01', limit: 50 }),
    ofOne: true,
  },
  {
    name: 'when the books come out that one person has requested',
    read: (database) => calendarOver(database).requested('user-0001', { from: '2026-06-01', limit: 50 }),
    ofOne: true,
  },
  {
    name: 'the new books of what one person follows',
    read: (database) =>
      recommending(database).followed('user-0001', { when: 'out', today: '2026-06-01', limit: 50 }),
    ofOne: true,
  },
  { name: 'an inbox', read: (database) => createInboxRepository({ database }).list('user-0001', PAGE) },
  {
    name: 'what is not read in an inbox',
    read: (database) => createInboxRepository({ database }).countUnread('user-0001'),
  },
  {
    name: 'the new book that is requested next',
    read: (database) => createInboxRepository({ database }).claimRequest({ now: NOW, again: NOW }),
  },
  {
    name: 'the lists of one person',
    read: (database) => createListsRepository({ database }).list('user-0001'),
    ofOne: true,
  },
  {
    name: 'how far the lists of one person are',
    read: (database) => createListsRepository({ database }).counts({ userId: 'user-0001' }),
    ofOne: true,
  },
  {
    name: 'the entries of a list',
    read: (database) => createListsRepository({ database }).listEntries('list', { refused: false, ...PAGE }),
  },
  {
    name: 'the entries of a list in one state',
    read: (database) =>
      createListsRepository({ database }).listEntries('list', { state: 'check', refused: false, ...PAGE }),
  },
  {
    name: 'the entries of a list that could not be requested',
    read: (database) => createListsRepository({ database }).listEntries('list', { refused: true, ...PAGE }),
  },
  {
    name: 'the entries of a list that are matched next',
    read: (database) => createListWorkRepository({ database }).listWaiting('list', 10),
  },
  {
    name: 'the entries of a list that are requested next',
    read: (database) => createListWorkRepository({ database }).listRequesting('list', 10),
  },
]

const searchesOver = (database: Database) =>
  createReleaseSearchRepository({ database, books: createBooksRepository({ database }) })

const calendarOver = (database: Database) =>
  createCalendarRepository({
    database,
    books: { repository: createBooksRepository({ database }) },
    requesters: createRequesters({ database }),
  })

const recommending = (database: Database) =>
  createDiscoverRepository({ database, books: { repository: createBooksRepository({ database }) } })

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('of many rows (%s)', (_name, open) => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
  })
  afterAll(() => opened.remove())

  it.each(LISTS)('$name are found by an index, in its order', async ({ read, ofOne }) => {
    const { database } = opened
    const explained = await explainReads(database, () => read(database))
    expect(explained.length).toBeGreaterThan(0)
    for (const { sql, steps } of explained) {
      const costly = steps.filter((step) => READS_ALL.test(step) || (!ofOne && SORTS.test(step)))
      expect(costly, `${sql}\n${steps.join('\n')}`).toEqual([])
    }
  })
})
