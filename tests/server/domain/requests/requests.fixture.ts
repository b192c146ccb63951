import { beforeEach } from 'vitest'
import type { Region } from '#contract/common'
import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { notRequested } from '#server/domain/books/books.errors'
import { createBooksFeature } from '#server/domain/books/feature'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createOutbox } from '#server/domain/notifications/outbox'
import { createOutboxRepository } from '#server/domain/notifications/outbox.repository'
import { requestLinks } from '#server/domain/requests/request-links.rules'
import { createApprovals } from '#server/domain/requests/approvals'
import { requestActions } from '#server/domain/requests/request-actions.rules'
import { createRequestsFeature } from '#server/domain/requests/feature'
import { createRequesters } from '#server/domain/requests/requesters.repository'
import type { RequestMessage } from '#server/domain/requests/requests.types'
import { collected } from '#tests/support/collected'
import { createTestSettings } from '#tests/support/accounts'
import { createTestDemand } from '#tests/support/fulfilment'
import { addUser, catalogueBook, silentLog, standingClock } from '#tests/support/records'
import { standIn } from '#tests/support/stand-in'

interface Announced {
  event: LiveEvent
  admins: boolean
  userIds: readonly string[]
}

/** The service on a real database, with a catalogue of some books and a stopped clock. */
export function requestsOver(
  database: Database,
  options: { baseUrl?: string; origin?: string; beforeCommit?: () => Promise<void> } = {},
) {
  const clock = standingClock()
  const shelf = new Map<string, CatalogueBook>()
  const announced: Announced[] = []
  const told: RequestMessage[] = []
  const marked: { user: CurrentUser; asin: string }[] = []
  const missing = new Set<string>()
  let down = false
  let autoDownload = true
  let possible = true
  const outbox = createOutbox({
    repository: createOutboxRepository({ database }),
    signals: database.signals,
    linksTo: async (_within, book) =>
      requestLinks({ origin: options.origin ?? null, baseUrl: options.baseUrl ?? '/' }, book),
    isPersonalAllowed: () => Promise.resolve(true),
    clock: clock.read,
  })
  const demand = createTestDemand(database)
  const baseUrl = options.baseUrl ?? '/'
  const catalogue = {
    async book(asin: string, region: Region) {
      if (down) throw new Error('the catalogue is down')
      return shelf.get(`${asin} ${region}`) ?? null
    },
  }
  const config = { baseUrl, defaultRegion: 'us' } as const
  const settings = createTestSettings(database, { clock: clock.read })
  const approvals = createApprovals({ settings, clock: clock.read })
  const books = createBooksFeature({
    approvals,
    requesters: createRequesters({ database }),
    database,
    catalogue,
    settings: { get: async () => autoDownload },
    source: { configured: async () => possible },
    searchIssue: async () =>
      possible ? null : { code: 'prowlarr_incomplete', settings: ['prowlarr_api_key'] },
    actionsOf: requestActions,
    library: { owned: { shownTo: async () => new Map() }, matches: { isSetUp: async () => false } },
    config,
    clock: clock.read,
  })
  const feature = createRequestsFeature({
    settings,
    approvals,
    audit: { record: () => Promise.resolve() },
    database: {
      ...database,
      write: (work) =>
        database.write(async (within) => {
          const done = await work(within)
          await options.beforeCommit?.()
          return done
        }),
    },
    catalogue,
    books,
    demand,
    lockUser: createUsersRepository({ database }).lock,
    outbox: {
      add(within, message) {
        told.push(message)
        return outbox.add(within, message)
      },
      wake: outbox.wake,
    },
    async markAvailable(user, asin) {
      if (missing.has(asin)) throw notRequested({ why: 'nobody' })
      marked.push({ user, asin })
    },
    announce(event, audience) {
      if (audience !== 'everyone') announced.push({ event, ...audience })
    },
    config,
    clock: clock.read,
    log: silentLog,
  })

  return {
    ...feature,
    requests: {
      ...feature.requests,
      async list(...given: Parameters<typeof feature.requests.list>) {
        const listed = await feature.requests.list(...given)
        return { ...listed, books: await collected(listed.books) }
      },
    },
    handMade: {
      ...feature.handMade,
      list: async (user: CurrentUser) => collected(await feature.handMade.list(user)),
    },
    /** Lists as the routes get them, whose entries are read on demand. */
    inBatches: { requests: feature.requests.list, handMade: feature.handMade.list },
    books,
    settings,
    clock,
    timeline: books.timeline,
    demand,
    /** The notifications to people, in order. */
    told,
    /** The books marked as available, and by whom. */
    marked,
    /** Books that cannot be marked as available. */
    missing,
    announced,
    outbox,
    /** Sets whether books are downloaded automatically. */
    setAutoDownload(on: boolean): void {
      autoDownload = on
    },
    /** Sets whether anything can be searched. */
    makePossible(on: boolean): void {
      possible = on
    },
    /** Makes every later call to the catalogue fail. */
    takeDown(): void {
      down = true
    },
    bringBack(): void {
      down = false
    },
    /** Adds a book to the catalogue. */
    publish(facts: Partial<CatalogueBook> = {}): CatalogueBook {
      const book = catalogueBook(facts)
      shelf.set(`${book.asin} ${book.region}`, book)
      return book
    },
  }
}

/** For each test of a suite, {@link requestsOver} its database, and someone of every role. */
export function requestsOfEachTest(database: () => Database) {
  let fixture: ReturnType<typeof requestsOver>
  const admin: CurrentUser = { id: 'Root', username: 'Root', role: 'admin', root: false }
  const tess: CurrentUser = { id: 'Tess', username: 'Tess', role: 'trusted', root: false }
  const uma: CurrentUser = { id: 'Uma', username: 'Uma', role: 'untrusted', root: false }
  beforeEach(async () => {
    for (const { username, role } of [admin, tess, uma]) await addUser(database(), username, role)
    fixture = requestsOver(database())
  })
  return { fixture: standIn(() => fixture), admin, tess, uma }
}
