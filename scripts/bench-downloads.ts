// The part of `npm run bench` about downloads: what it costs to follow many of them with several clients.
import { fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Database } from '#server/db/database'
import { openSqlite } from '#server/db/sqlite'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createTimelineRepository } from '#server/domain/books/timeline.repository'
import { createFulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { createLog } from '#server/log'
import type { ClientsReport } from './bench-downloads-clients'
import { CLIENTS, DOWNLOADS, fillDownloads } from './lib/bench-followed'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { openClients } from './lib/open-clients'
import { ROOT } from './lib/root.mjs'

const ROUNDS = 40
/** Milliseconds between two questions to a client. */
const POLL = 15_000

/**
 * Follows 500 downloads over one client of each kind, each a percent further with every look, so that all of them are
 * written. The clients are fakes in another process, and are asked by their drivers.
 */
export async function measureDownloads({ configDir }: BenchStage): Promise<Figure[]> {
  const path = join(configDir, 'bench-downloads.sqlite')
  const clients = await startClients()
  const database = await openSqlite({ path, migrations: resolve('migrations') })
  try {
    const stage = { now: Date.now() }
    await fillDownloads(database, new Date(stage.now))
    const { following } = fulfilmentOver(database, stage, openClients(clients.first))
    // Signs in.
    await following.followDue()
    let { calls: before } = await clients.move(0.11)
    const called = new Map<string, number[]>()
    let processor = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      stage.now += POLL
      const used = process.cpuUsage()
      await following.followDue()
      const { user, system } = process.cpuUsage(used)
      processor += (user + system) / 1000
      const { calls } = await clients.move(0.12 + round / 100)
      for (const [name, count] of calls) {
        called.set(name, [...(called.get(name) ?? []), count - (before.get(name) ?? 0)])
      }
      before = calls
    }
    return [...timeFigures(processor / ROUNDS), ...callFigures(called)]
  } finally {
    clients.stop()
    await database.close()
  }
}

/** @param round milliseconds of processor time for one poll of every client. */
function timeFigures(round: number): Figure[] {
  return [
    {
      name: `Following ${DOWNLOADS} downloads over ${CLIENTS.length} clients that all move, processor time a poll of one`,
      value: round / CLIENTS.length,
      unit: 'ms',
      aim: { below: 20 },
    },
    { name: 'The same for all of them', value: round, unit: 'ms' },
  ]
}

/** @param called calls in each poll, by the client. */
function callFigures(called: ReadonlyMap<string, readonly number[]>): Figure[] {
  return [...called].map(([name, counts]) => ({
    name: `The same, calls to ${name} in the poll with most`,
    value: Math.max(...counts),
    unit: 'calls',
    aim: { exactly: 1 },
  }))
}

const reportSchema: z.ZodType<ClientsReport> = z.object({
  clients: z.array(
    z.object({ name: z.enum(CLIENTS), settings: z.record(z.string(), z.string()), calls: z.number() }),
  ),
})

/** Starts the fakes. */
async function startClients() {
  const child = fork(join(ROOT, 'scripts/bench-downloads-clients.ts'), { cwd: ROOT })
  async function told() {
    const message = await new Promise((resolve) => child.once('message', resolve))
    return reportSchema.parse(message).clients
  }
  return {
    first: await told(),
    /** Has every download so far. @returns how often each client was called until then. */
    async move(progress: number) {
      const answer = told()
      child.send({ progress })
      return { calls: new Map((await answer).map(({ name, calls }) => [name, calls])) }
    },
    stop: () => void child.kill(),
  }
}

function fulfilmentOver(database: Database, stage: { now: number }, clients: OpenClient[]) {
  const nobody = () => Promise.reject(new Error('Nothing is searched here'))
  const settings = createSettings({
    repository: createSettingsRepository({ database }),
    secretBox: createSecretBox('of the bench alone'),
    secretKeySource: 'the bench',
    clock: () => new Date(stage.now),
  })
  return createFulfilmentFeature({
    database,
    books: {
      repository: createBooksRepository({ database }),
      timeline: createTimelineRepository({ database }),
      conditionsOf: async () => null,
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
    hasLibrary: async () => false,
    noteClient: async () => undefined,
    rank: nobody,
    accountIsVip: async () => false,
    outbox: { add: async () => undefined, wake: () => undefined },
    announce: () => undefined,
    clock: () => new Date(stage.now),
    log: createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) }),
  })
}
