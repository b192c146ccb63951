import type { RequestStatus } from '#contract/books'
import { causeOf } from '#contract/cause'
import { onTestFinished } from 'vitest'
import { eq } from 'drizzle-orm'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Database } from '#server/db/database'
import type { ReleaseMetadata } from '#server/db/stored-release'
import { bind } from '#server/domain/bind'
import { createFulfilmentFeature, type FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { FulfilmentEvent } from '#server/domain/fulfilment/fulfilment-events'
import { prowlarrNotConfigured } from '#server/domain/integrations/drivers/prowlarr.errors'
import type {
  FollowedLink,
  GrabOutcome,
  OfferedRelease,
  ReleaseSource,
  SearchableIndexer,
} from '#server/domain/integrations/integrations.types'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import type { ConnectionOutcome } from '#server/domain/integrations/connections.types'
import { rankInSlices } from '#server/domain/ranking/ranking.rules'
import { createTestSettings } from '#tests/support/accounts'
import { createTestRepositories } from '#tests/support/fulfilment'
import { addUser, catalogueBook, silentLog, standingClock } from '#tests/support/records'

export const SHELF: SearchableIndexer = { id: 1, name: 'Spoken Shelf', protocol: 'torrent' }
export const USENET: SearchableIndexer = { id: 2, name: 'Usenet Library', protocol: 'usenet' }
export const BOOK = catalogueBook()
export const { asin: ASIN } = BOOK

/** A release of {@link BOOK} that may be grabbed automatically; a test names only the fields that matter. */
export function offer(facts: Partial<OfferedRelease> = {}): OfferedRelease {
  return {
    guid: 'good',
    indexer_id: SHELF.id,
    indexer: SHELF.name,
    title: 'The Salt Road by Ada Moor, read by Ben Hale [Unabridged] [M4B 128 kbps]',
    size: 576_000_000,
    publish_date: '2024-01-01T00:00:00.000Z',
    info_url: 'https://indexer.invalid/details/good',
    indexer_flags: [],
    protocol: 'torrent',
    seeders: 20,
    leechers: 1,
    grabs: 5,
    categories: [3030],
    info_hash: null,
    ...facts,
  }
}

/** Another good release, ranked after {@link offer}. */
export const lesser = (guid: string, seeders = 2) =>
  offer({ guid, seeders, title: 'The Salt Road by Ada Moor, read by Ben Hale [Unabridged] [MP3 64 kbps]' })

/** A rejected release. */
export const otherBook = () =>
  offer({ guid: 'other', title: 'Gardening for Beginners by Someone Else [M4B]' })

/** A search service driven by the test, and its calls. */
export function handDriven() {
  const queries: { indexer: number; query: string }[] = []
  const posted: { guid: string; indexerId: number }[] = []
  const historyQueries: { title: string; indexerId: number; since: Date }[] = []
  const idQueries: { title: string; indexerId: number; since: Date }[] = []
  const download: Awaited<ReturnType<ReleaseSource['downloadOf']>> = { client: null, downloadId: null }
  const behaviour = {
    configured: true,
    ttl: 3600,
    searchTimeout: 60_000,
    indexers: async (): Promise<SearchableIndexer[]> => [SHELF],
    search: async (_indexer: SearchableIndexer, _query: string): Promise<OfferedRelease[]> => [offer()],
    grab: async (_release: { guid: string }): Promise<GrabOutcome> => ({ state: 'grabbed' }),
    history: async (): Promise<'yes' | 'no' | 'unknown'> => 'unknown',
    link: async (): Promise<FollowedLink> => ({ state: 'file', file: new Uint8Array() }),
    download,
  }
  const source: ReleaseSource = {
    name: 'Prowlarr',
    notReady: () => prowlarrNotConfigured(causeOf('not_set_up', { service: 'Prowlarr' })),
    configured: async () => behaviour.configured,
    ttl: async () => behaviour.ttl,
    searchTimeout: async () => behaviour.searchTimeout,
    indexers: () => behaviour.indexers(),
    search(indexer, query) {
      queries.push({ indexer: indexer.id, query })
      return behaviour.search(indexer, query)
    },
    grab(release) {
      posted.push(release)
      return behaviour.grab(release)
    },
    wasGrabbed(release) {
      historyQueries.push(release)
      return behaviour.history()
    },
    async downloadOf(release) {
      idQueries.push(release)
      return behaviour.download
    },
    download: () => behaviour.link(),
  }
  return { source, behaviour, queries, idQueries, posted, historyQueries }
}

export type HandDriven = ReturnType<typeof handDriven>

function describedBy(narrators: Readonly<Record<string, string[]>>): Map<string, ReleaseMetadata> {
  const nothing = { title: null, subtitle: null, authors: [], series: [], language: null, filetypes: [] }
  return new Map(
    Object.entries(narrators).map(([guid, names]) => [
      guid,
      { ...nothing, narrators: names, freeleech: null, vip: null },
    ]),
  )
}

interface Options {
  driven?: HandDriven
  clock?: ReturnType<typeof standingClock>
  /** The author's books in the catalogue. */
  related?: readonly CatalogueBook[]
  /** Download clients. */
  clients?: readonly OpenClient[]
  /** What marks the settings of a connection, by id; a test that changes one changes its settings. */
  marks?: ReadonlyMap<string, string>
  /** Whether a library is set up and switched on. */
  hasLibrary?: boolean
  /** The narrators that a tracker names for a release, by its guid. */
  narrators?: Readonly<Record<string, string[]>>
}

/** Everything needed for a download, on a real database, as in one server that stops when the test ends. */
export function fulfilmentOver(database: Database, options: Options = {}) {
  const { driven = handDriven(), clock = standingClock(), related = [], clients = [] } = options
  const { hasLibrary = false, narrators = {}, marks = new Map<string, string>() } = options
  const noted: [string, ConnectionOutcome][] = []
  const told: FulfilmentEvent[] = []
  const pages: string[] = []
  const { books, timeline, requesters } = createTestRepositories(database)
  const fulfilment = createFulfilmentFeature({
    database,
    books: {
      repository: books,
      timeline,
      canSee: async () => true,
      find: () => Promise.reject(new Error('No page is shown here')),
    },
    requesters,
    settings: createTestSettings(database, { clock: clock.read }),
    relatedBooks: async () => related,
    source: driven.source,
    connections: {
      clients: async () => [...clients],
      setup: async () => setupOf(driven, clients, marks),
      libraries: async () => (hasLibrary ? ['library'] : []),
      note: async (...outcome) => void noted.push(outcome),
    },
    enrichment: { describe: async () => ({ metadata: describedBy(narrators), cause: null }) },
    rank: rankInSlices,
    accountIsVip: async () => false,
    outbox: { add: async (_within, news) => void told.push(news), wake: () => undefined },
    announce: ({ topic }) => void pages.push(topic),
    clock: clock.read,
    log: silentLog,
  })
  const { demand, worker, releaseSearch } = fulfilment
  // A server that kept running would write its next search into the next test's tables.
  onTestFinished(async () => void (await Promise.all([worker.stop(), releaseSearch.stop()])))
  return {
    ...fulfilment,
    ...driven,
    ...bind({ database, clock, demand, books, timeline }, { want, unwant, history }),
    ...bind(database, { standing, grabs, downloads }),
    clock,
    /** The notifications to people. */
    told,
    /** The topics of events sent to open pages. */
    pages,
    /** The results of polling the download clients. */
    noted,
    timeline,
    /** Runs everything due now to its end. @returns when something is due next. */
    async run(): Promise<Date | null> {
      await worker.workDue()
      await worker.settled()
      return worker.workDue()
    },
  }
}

function setupOf(
  { source, behaviour }: HandDriven,
  clients: readonly OpenClient[],
  marks: ReadonlyMap<string, string>,
): Record<string, string> {
  const ids = [...(behaviour.configured ? [source.name] : []), ...clients.map(({ id }) => id)]
  return Object.fromEntries(ids.map((id) => [id, marks.get(id) ?? 'first']))
}

interface Wanting extends Pick<ReturnType<typeof createTestRepositories>, 'books' | 'timeline'> {
  database: Database
  clock: ReturnType<typeof standingClock>
  demand: FulfilmentFeature['demand']
}

/** Stores a book with one request, and starts its fulfilment if that is approved. */
async function want(
  { database, clock, books, demand }: Wanting,
  facts: Partial<typeof BOOK> = {},
  status: RequestStatus = 'approved',
) {
  const user = await addUser(database, `reader ${crypto.randomUUID()}`, 'trusted')
  const now = clock.read()
  const book = catalogueBook(facts)
  await database.write(async (within) => {
    const { approved: wasWanted } = await demand.standing(book.asin, within)
    await books.store(within, book, now)
    const id = crypto.randomUUID()
    const request = { id, asin: book.asin, userId: user.id, status, createdAt: now, updatedAt: now }
    await within.insert(database.tables.requests).values(request)
    if (status === 'approved') await demand.begin(within, book.asin, { wasWanted, now })
  })
  return user
}

/** Withdraws every request for the book. */
async function unwant({ database, demand }: Wanting, asin: string = ASIN): Promise<void> {
  const { requests } = database.tables
  await database.write(async (within) => {
    await within.delete(requests).where(eq(requests.asin, asin))
    await demand.unwanted(within, asin)
  })
}

/** Kinds of the timeline's entries, oldest first. */
async function history({ timeline }: Wanting, asin: string = ASIN): Promise<string[]> {
  return (await timeline.list(asin)).map(({ kind }) => kind)
}

/** The book's fulfilment; undefined if there is none. */
async function standing({ read, tables: { fulfilments } }: Database, asin: string = ASIN) {
  const rows = await read.select().from(fulfilments)
  return rows.find((row) => row.asin === asin)
}

/** The grabs of all books, as `guid state`. */
async function grabs({ read, tables }: Database): Promise<string[]> {
  const rows = await read.select().from(tables.grabs)
  return rows.map(({ guid, state }) => `${guid} ${state}`).sort()
}

/** The recorded state of each release's download, by its guid. */
async function downloads({ read, tables: { grabs: sent, downloads: followed } }: Database) {
  const rows = await read
    .select({ guid: sent.guid, row: followed })
    .from(followed)
    .innerJoin(sent, eq(sent.id, followed.grabId))
  return Object.fromEntries(rows.map(({ guid, row }) => [guid, row]))
}

export type TestFulfilment = ReturnType<typeof fulfilmentOver>

/** A promise that a test settles. */
export function later<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}
