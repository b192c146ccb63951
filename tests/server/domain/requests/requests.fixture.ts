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

interface Options {
  baseUrl?: string
  origin?: string
  beforeCommit?: () => Promise<void>
}

/** What the features get from outside, and what they did with it. */
function contextOf(database: Database, { baseUrl = '/', origin, beforeCommit }: Options) {
  const clock = standingClock()
  const settings = createTestSettings(database, { clock: clock.read })
  const shelf = new Map<string, CatalogueBook>()
  const announced: Announced[] = []
  const told: RequestMessage[] = []
  const marked: { user: CurrentUser; asin: string }[] = []
  return {
    database,
    beforeCommit,
    config: { baseUrl, defaultRegion: 'us' } as const,
    origin: origin ?? null,
    clock,
    settings,
    approvals: createApprovals({ settings, clock: clock.read }),
    shelf,
    announced,
    told,
    marked,
    missing: new Set<string>(),
    isCatalogueDown: false,
    autoDownload: true,
    canSearch: true,
  }
}
type Context = ReturnType<typeof contextOf>

const catalogueOf = (context: Context) => ({
  async book(asin: string, region: Region) {
    if (context.isCatalogueDown) throw new Error('the catalogue is down')
    return context.shelf.get(`${asin} ${region}`) ?? null
  },
})

function booksOver(context: Context) {
  const { approvals, database, config, clock } = context
  return createBooksFeature({
    approvals,
    requesters: createRequesters({ database }),
    database,
    catalogue: catalogueOf(context),
    settings: { get: async () => context.autoDownload },
    source: { configured: async () => context.canSearch },
    searchIssue: async () =>
      context.canSearch ? null : { code: 'prowlarr_incomplete', settings: ['prowlarr_api_key'] },
    actionsOf: requestActions,
    library: { owned: { shownTo: async () => new Map() }, matches: { isSetUp: async () => false } },
    config,
    clock: clock.read,
  })
}

function outboxOver({ database, clock, config, origin }: Context) {
  return createOutbox({
    repository: createOutboxRepository({ database }),
    signals: database.signals,
    linksTo: async (_within, book) => requestLinks({ origin, baseUrl: config.baseUrl }, book),
    isPersonalAllowed: () => Promise.resolve(true),
    clock: clock.read,
  })
}

/** The database, whose transactions a test may hold up before they are committed. */
function heldUp({ database, beforeCommit }: Context): Database {
  return {
    ...database,
    write: (work) =>
      database.write(async (within) => {
        const done = await work(within)
        await beforeCommit?.()
        return done
      }),
  }
}

/** The service on a real database, with a catalogue of some books and a stopped clock. */
export function requestsOver(database: Database, options: Options = {}) {
  const context = contextOf(database, options)
  const { settings, approvals, clock, config, announced, told, marked, missing } = context
  const books = booksOver(context)
  const outbox = outboxOver(context)
  const demand = createTestDemand(database)
  const held = heldUp(context)
  const feature = createRequestsFeature({
    settings,
    approvals,
    audit: { record: () => Promise.resolve() },
    database: held,
    transaction: held.write,
    catalogue: catalogueOf(context),
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
    arrivals: {
      find: () => Promise.resolve(null),
      record: () => Promise.reject(new Error('No library is set up here')),
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
    ...collectedLists(feature),
    ...controlsOf(context),
    books,
    settings,
    clock,
    timeline: books.timeline,
    demand,
    outbox,
  }
}

/** Lists as tests read them, whole. */
function collectedLists({ requests, handMade }: ReturnType<typeof createRequestsFeature>) {
  return {
    requests: {
      ...requests,
      async list(...given: Parameters<typeof requests.list>) {
        const listed = await requests.list(...given)
        return { ...listed, books: await collected(listed.books) }
      },
    },
    handMade: {
      ...handMade,
      list: async (user: CurrentUser) => collected(await handMade.list(user)),
    },
    /** Lists as the routes get them, whose entries are read on demand. */
    inBatches: { requests: requests.list, handMade: handMade.list },
  }
}

/** What tests change and read of the context. */
function controlsOf(context: Context) {
  return {
    /** The notifications to people, in order. */
    told: context.told,
    /** The books marked as available, and by whom. */
    marked: context.marked,
    /** Books that cannot be marked as available. */
    missing: context.missing,
    announced: context.announced,
    /** Sets whether books are downloaded automatically. */
    setAutoDownload(on: boolean): void {
      context.autoDownload = on
    },
    /** Sets whether anything can be searched. */
    makePossible(on: boolean): void {
      context.canSearch = on
    },
    /** Makes every later call to the catalogue fail. */
    takeDown(): void {
      context.isCatalogueDown = true
    },
    bringBack(): void {
      context.isCatalogueDown = false
    },
    /** Adds a book to the catalogue. */
    publish(facts: Partial<CatalogueBook> = {}): CatalogueBook {
      const book = catalogueBook(facts)
      context.shelf.set(`${book.asin} ${book.region}`, book)
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
