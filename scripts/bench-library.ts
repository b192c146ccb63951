// The library part of `npm run bench`: the first walk through a large library, and the cost of matching
// search results with it.
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connectionSchema } from '#contract/connections'
import type { InLibraryDto } from '#contract/library'
import { KEY, LIBRARY, startAudiobookshelf } from '#fakes/libraries/audiobookshelf'
import type { Database } from '#server/db/database'
import { openSqlite } from '#server/db/sqlite'
import { createBooksFeature } from '#server/domain/books/feature'
import type { BookFacts } from '#server/domain/books/books.types'
import { createLibraryFeature } from '#server/domain/library/feature'
import { createRequesters } from '#server/domain/requests/requesters.repository'
import { libraryMatcher } from '#server/domain/ranking/library-matcher.rules'
import { createLog } from '#server/platform/log'
import type { ServerProcess } from '#tests/support/server-process'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { shelfItem, soughtBook, soughtVolume } from './lib/bench-shelf'
import { ascending, median, processorTime, quantile, residentMemory } from './lib/measure'

const ITEMS = 100_000
/** Milliseconds that the fake needs for a page. */
const PAGE_DELAY = 5
/** Items per page, as requested by the driver. */
const PER_PAGE = 200
/** Milliseconds in which one-off work after a start finishes. */
const IDLE_MS = 5000
const RESULTS = 50
const RUNS = 200

/** A walk as observed from outside. */
interface Walk {
  seconds: number
  /** Seconds of the server's CPU time since its start; null if the system does not report it. */
  processor: number | null
  /** Peak memory of the server, in bytes. */
  memory: number
  /** Milliseconds of `GET /api/health` calls during the walk, ascending. */
  health: number[]
}

/**
 * Measures a built server's first walk through a fake, and then the cost of presenting books with the result.
 */
export async function measureLibrary(stage: BenchStage): Promise<Figure[]> {
  const shelf = await startAudiobookshelf({
    pageDelayMs: PAGE_DELAY,
    generated: { count: ITEMS, item: shelfItem },
  })
  try {
    const plain = await readPlainly(shelf.url)
    const idle = await connect(stage, shelf.url)
    const walk = await watchWalk(stage, shelf)
    const database = await openSqlite({
      path: join(stage.configDir, 'db.sqlite'),
      migrations: resolve('migrations'),
    })
    try {
      return [...walkFigures(walk, idle, plain), ...(await measureAnswers(database))]
    } finally {
      await database.close()
    }
  } finally {
    await shelf.close()
  }
}

/** @returns seconds to fetch and parse all pages sequentially. */
async function readPlainly(url: string): Promise<number> {
  const began = performance.now()
  for (let page = 0; page * PER_PAGE < ITEMS; page++) {
    const address = `${url}/api/libraries/${LIBRARY.id}/items?limit=${PER_PAGE}&page=${page}`
    await (await fetch(address, { headers: { authorization: `Bearer ${KEY}` } })).json()
  }
  return (performance.now() - began) / 1000
}

/** Adds the fake as a connection. @returns the memory of the idle server before that, in bytes. */
async function connect(stage: BenchStage, url: string): Promise<number> {
  const server = await stage.start()
  await sleep(IDLE_MS)
  const idle = residentMemory(server)
  const answer = await fetch(`${server.url}api/connections`, {
    method: 'POST',
    headers: { authorization: stage.basic, 'content-type': 'application/json' },
    body: JSON.stringify({
      driver: 'Audiobookshelf',
      name: 'Shelf',
      settings: { audiobookshelf_base_url: url, audiobookshelf_api_key: KEY },
    }),
  })
  if (answer.status !== 201) throw new Error(`The library was not added: ${await answer.text()}`)
  await stage.stop(server)
  return idle
}

/** Starts a server, which walks at once, and observes it until it reports the library as read. */
async function watchWalk(
  stage: BenchStage,
  shelf: Awaited<ReturnType<typeof startAudiobookshelf>>,
): Promise<Walk> {
  let began = 0
  shelf.beforePage((page) => {
    if (page === 0 && began === 0) began = performance.now()
  })
  const server = await stage.start()
  const headers = await stage.createKey(server, { authorization: stage.basic })
  const health: number[] = []
  let memory = 0
  while (began === 0 || !(await isRead(server, headers))) {
    const sentAt = performance.now()
    await (await fetch(`${server.url}api/health`)).arrayBuffer()
    health.push(performance.now() - sentAt)
    memory = Math.max(memory, residentMemory(server))
    await sleep(50)
  }
  const seconds = (performance.now() - began) / 1000
  const processor = processorTime(server)
  await stage.stop(server)
  return { seconds, processor: processor && processor / 1_000_000, memory, health: ascending(health) }
}

async function isRead(server: ServerProcess, headers: Record<string, string>): Promise<boolean> {
  const answer = await fetch(`${server.url}api/connections`, { headers })
  const [connection] = z.array(connectionSchema).parse(await answer.json())
  if (connection?.status?.reachable === false) throw new Error(connection.status.error ?? 'The walk failed')
  return connection?.status?.reachable === true
}

function walkFigures({ seconds, processor, memory, health }: Walk, idle: number, plain: number): Figure[] {
  const walk = 'First walk through a library of 100,000 audiobooks, 5 ms per page'
  return [
    {
      name: walk,
      value: seconds,
      unit: 's',
      aim: { below: 60 },
      plain: { what: 'fetching and parsing alone', value: plain },
    },
    ...(processor === null
      ? []
      : [{ name: 'The same, CPU time including the start', value: processor, unit: 's' } as const]),
    {
      name: `${walk}, memory above idle`,
      value: (memory - idle) / 1_000_000,
      unit: 'MB',
      aim: { below: 150 },
      plain: { what: 'idle', value: idle / 1_000_000 },
    },
    {
      name: '`GET /api/health` during this walk, 99th percentile',
      value: quantile(health, 0.99),
      unit: 'ms',
      aim: { below: 50 },
    },
  ]
}

/** Presents search results with the walk's data. */
async function measureAnswers(database: Database): Promise<Figure[]> {
  const results = (of: (at: number) => BookFacts) => Array.from({ length: RESULTS }, (_, at) => of(at))
  const [books, volumes] = [results(soughtBook), results(soughtVolume)]
  const present = presenterOver(database)
  const there = await present.countOwned(books)
  if (there < RESULTS / 2 || there === RESULTS) throw new Error(`${there} of ${RESULTS} are in the library`)
  const volumesThere = await present.countOwned(volumes)
  if (volumesThere < RESULTS) throw new Error(`Only ${volumesThere} volumes are in the library`)
  return [
    await present.measure(
      `Presenting ${RESULTS} search results, marking those in this library, median`,
      books,
    ),
    await present.measure(
      `The same for ${RESULTS} results from a series of 30 volumes that it has, median`,
      volumes,
    ),
  ]
}

/** Presents books alternately with and without a library. */
function presenterOver(database: Database) {
  const user = { id: 'bench', username: 'bench', role: 'admin', root: false } as const
  const nowhere = new Map<string, InLibraryDto>()
  const beside = booksOver(database, async () => nowhere)
  const { owned } = libraryOver(database)
  const ours = booksOver(database, owned.shownTo)
  return {
    async countOwned(books: readonly BookFacts[]): Promise<number> {
      return (await ours.present(user, [...books])).filter(({ book }) => book.in_library !== null).length
    },
    async measure(name: string, books: readonly BookFacts[]): Promise<Figure> {
      const times: number[] = []
      const plain: number[] = []
      for (let run = 0; run < RUNS; run++) {
        times.push(await timed(() => ours.present(user, [...books])))
        plain.push(await timed(() => beside.present(user, [...books])))
      }
      return {
        name,
        value: median(times),
        unit: 'ms',
        aim: { below: 10 },
        plain: { what: 'without a library', value: median(plain) },
      }
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function libraryOver(database: Database) {
  const nothing = () => undefined
  return createLibraryFeature({
    database,
    connections: {
      libraries: async () => [],
      libraryIds: async () => [],
      keptLibraryIds: async () => [],
      note: async () => undefined,
    },
    matcher: () => Promise.resolve(libraryMatcher),
    audit: { record: async () => undefined },
    announce: nothing,
    clock: () => new Date(),
    log: createLog({ level: 'WARN', terminal: false, write: nothing }),
  })
}

function booksOver(
  database: Database,
  shownTo: Parameters<typeof createBooksFeature>[0]['library']['owned']['shownTo'],
) {
  return createBooksFeature({
    database,
    settings: { get: async () => true },
    source: { configured: async () => true },
    searchIssue: async () => null,
    catalogue: { book: async () => null },
    config: { baseUrl: '/', defaultRegion: 'us' },
    actionsOf: () => [],
    approvals: async () => () => ({ approved: true }),
    requesters: createRequesters({ database }),
    library: { owned: { shownTo }, matches: { isSetUp: async () => true } },
    clock: () => new Date(),
  })
}
