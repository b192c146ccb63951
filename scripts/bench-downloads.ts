// The part of `npm run bench` about downloads: what it costs to follow many of them with several clients.
import { join, resolve } from 'node:path'
import type { Database } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import { openSqlite } from '#server/db/sqlite'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createTimelineRepository } from '#server/domain/books/timeline.repository'
import { createFulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { createLog } from '#server/log'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'

const DOWNLOADS = 500
const CLIENTS = 5
const ROUNDS = 40
/** Milliseconds between two questions to a client. */
const POLL = 15_000

/** What every client shows, and how often all of them were asked. */
interface Stage {
  progress: number
  calls: number
  now: number
}

/**
 * Follows 500 downloads over 5 clients, each a percent further with every look, so that all of them are written.
 * @throws when a client is asked more than once a time.
 */
export async function measureDownloads({ configDir }: BenchStage): Promise<Figure[]> {
  const path = join(configDir, 'bench-downloads.sqlite')
  const database = await openSqlite({ path, migrations: resolve('migrations') })
  try {
    const stage: Stage = { progress: 0.1, calls: 0, now: Date.now() }
    await fill(database, new Date(stage.now))
    const { following } = fulfilmentOver(database, stage)
    // Finds them, and tells that they have started.
    await following.followDue()
    stage.calls = 0
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round += 1) {
      stage.progress += 0.01
      stage.now += POLL
      await following.followDue()
    }
    const { user, system } = process.cpuUsage(before)
    if (stage.calls !== ROUNDS * CLIENTS) throw new Error(`The clients were asked ${stage.calls} times`)
    const round = (user + system) / 1000 / ROUNDS
    return [
      {
        name: `Following ${DOWNLOADS} downloads over ${CLIENTS} clients that all move, processor time a poll of one`,
        value: round / CLIENTS,
        unit: 'ms',
        aim: { below: 20 },
      },
      { name: 'The same for all of them', value: round, unit: 'ms' },
    ]
  } finally {
    await database.close()
  }
}

const asinOf = (index: number) => `B${String(index).padStart(9, '0')}`
const hashOf = (index: number) => index.toString(16).padStart(40, '0')

/** Books that were grabbed. */
async function fill(database: Database, at: Date): Promise<void> {
  const books = createBooksRepository({ database })
  const { fulfilments, grabs } = database.tables
  await database.write(async (within) => {
    for (let index = 0; index < DOWNLOADS; index += 1) {
      const asin = asinOf(index)
      await books.store(within, bookOf(asin), at)
      await within.insert(fulfilments).values({ asin, state: 'grabbed', createdAt: at, updatedAt: at })
      const facts = releaseOf(index)
      const { guid, title } = facts
      const grab = {
        id: crypto.randomUUID(),
        asin,
        guid,
        indexerId: 1,
        title,
        facts,
        state: 'grabbed' as const,
      }
      await within.insert(grabs).values({ ...grab, createdAt: at, updatedAt: at })
    }
  })
}

const bookOf = (asin: string): Parameters<ReturnType<typeof createBooksRepository>['store']>[1] => ({
  asin,
  region: 'us',
  title: `Book ${asin}`,
  subtitle: null,
  authors: ['Ada Moor'],
  narrators: ['Ben Hale'],
  series: [],
  language: 'en',
  edition: 'unabridged',
  releaseDate: '2020-05-01',
  runtimeMin: 600,
  summary: null,
  coverUrl: null,
  publisher: null,
  categories: [],
})

const releaseOf = (index: number): StoredRelease => ({
  guid: `release ${index}`,
  indexer_id: 1,
  indexer: 'Spoken Shelf',
  title: `Book ${index} by Ada Moor`,
  size: 500_000_000,
  publish_date: null,
  info_url: null,
  indexer_flags: [],
  protocol: 'torrent',
  seeders: 5,
  leechers: 1,
  grabs: 1,
  categories: [3030],
  info_hash: hashOf(index),
  query: 'book',
  metadata: null,
})

/** A client that has every fifth of the downloads. */
function clientOf(number: number, stage: Stage): OpenClient {
  const ids = Array.from({ length: DOWNLOADS }, (_, index) => index)
    .filter((index) => index % CLIENTS === number)
    .map(hashOf)
  const shown = () =>
    ids.map((id) => ({
      id,
      name: id,
      state: 'downloading' as const,
      progress: stage.progress,
      speed: 1_000_000,
      secondsLeft: 600,
      seeds: 3,
      message: null,
    }))
  return {
    id: String(number),
    name: `Client ${number}`,
    protocol: 'torrent',
    client: {
      async status(asked) {
        stage.calls += 1
        const wanted = new Set(asked)
        return shown().filter(({ id }) => wanted.has(id))
      },
      list: () => Promise.reject(new Error('Nothing is looked for by its name here')),
      add: () => Promise.reject(new Error('Nothing is added here')),
      remove: () => Promise.reject(new Error('Nothing is removed here')),
    },
  }
}

function fulfilmentOver(database: Database, stage: Stage) {
  const nobody = () => Promise.reject(new Error('Nothing is searched here'))
  const settings = createSettings({
    repository: createSettingsRepository({ database }),
    secretBox: createSecretBox('of the bench alone'),
    secretKeySource: 'the bench',
    clock: () => new Date(stage.now),
  })
  const clients = Array.from({ length: CLIENTS }, (_, number) => clientOf(number, stage))
  return createFulfilmentFeature({
    database,
    books: {
      repository: createBooksRepository({ database }),
      timeline: createTimelineRepository({ database }),
      canSee: async () => true,
      find: nobody,
    },
    settings,
    relatedBooks: async () => [],
    source: {
      name: 'Prowlarr',
      notReady: () => {
        throw new Error('Nothing is searched here')
      },
      configured: async () => false,
      indexers: nobody,
      search: nobody,
      grab: nobody,
      wasGrabbed: nobody,
      downloadOf: nobody,
      download: nobody,
      ttl: async () => 3600,
    },
    enrichment: { describe: nobody },
    clients: async () => clients,
    noteClient: async () => undefined,
    rank: nobody,
    accountIsVip: async () => false,
    outbox: { add: async () => undefined, wake: () => undefined },
    announce: () => undefined,
    clock: () => new Date(stage.now),
    log: createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) }),
  })
}
