// The downloads part of `npm run bench`: the cost of tracking many downloads in several clients.
import { fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { CLIENTS } from '#fakes/download-clients/all'
import type { Database } from '#server/db/database'
import { openSqlite } from '#server/db/sqlite'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createTimelineRepository } from '#server/domain/books/timeline.repository'
import { createFulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createRequesters } from '#server/domain/requests/requesters.repository'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { createLog } from '#server/platform/log'
import type { ClientsReport } from './bench-downloads-clients'
import { DOWNLOADS, fillDownloads } from './lib/bench-followed'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { openClients } from './lib/open-clients'
import { ROOT } from './lib/root.mjs'

const ROUNDS = 40
/** Milliseconds between polls of a client. */
const POLL = 15_000

/**
 * Follows 500 downloads in one client of each kind. Each progresses by one percent with every poll, so that
 * all are written. The clients are fakes in another process, called by the real drivers.
 */
export async function measureDownloads({ configDir }: BenchStage): Promise<Figure[]> {
  const path = join(configDir, 'bench-downloads.sqlite')
  const clients = await startClients()
  const database = await openSqlite({ path, migrations: resolve('migrations') })
  try {
    const stage = { now: Date.now() }
    await fillDownloads(database, new Date(stage.now))
    const { tracking } = fulfilmentOver(database, stage, openClients(clients.first))
    // The first poll signs in.
    await tracking.pollDue()
    let { calls: before } = await clients.move(0.11)
    const called = new Map<string, number[]>()
    let processor = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      stage.now += POLL
      const used = process.cpuUsage()
      await tracking.pollDue()
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

/** @param round milliseconds of CPU time for one poll of every client. */
function timeFigures(round: number): Figure[] {
  return [
    {
      name: `Tracking ${DOWNLOADS} active downloads in ${CLIENTS.length} clients, CPU time per poll of one client`,
      value: round / CLIENTS.length,
      unit: 'ms',
      aim: { below: 20 },
    },
    { name: 'The same, all clients', value: round, unit: 'ms' },
  ]
}

/** @param called calls per poll, by client. */
function callFigures(called: ReadonlyMap<string, readonly number[]>): Figure[] {
  return [...called].map(([name, counts]) => ({
    name: `The same, most calls to ${name} in one poll`,
    value: Math.max(...counts),
    unit: 'calls',
    aim: { exactly: 1 },
  }))
}

const reportSchema: z.ZodType<ClientsReport> = z.object({
  clients: z.array(
    z.object({ name: z.string(), settings: z.record(z.string(), z.string()), calls: z.number() }),
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
    /** Sets the progress of every download. @returns the number of calls to each client so far. */
    async move(progress: number) {
      const answer = told()
      child.send({ progress })
      return { calls: new Map((await answer).map(({ name, calls }) => [name, calls])) }
    },
    stop: () => void child.kill(),
  }
}

function fulfilmentOver(database: Database, stage: { now: number }, clients: OpenClient[]) {
  const nobody = () => Promise.reject(new Error('This benchmark does not search'))
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
      canSee: async () => true,
      find: nobody,
    },
    requesters: createRequesters({ database }),
    settings,
    relatedBooks: async () => [],
    source: {
      name: 'Prowlarr',
      notReady: () => {
        throw new Error('This benchmark does not search')
      },
      configured: async () => false,
      indexers: nobody,
      search: nobody,
      grab: nobody,
      wasGrabbed: nobody,
      downloadOf: nobody,
      download: nobody,
      ttl: async () => 3600,
      searchTimeout: () => Promise.resolve(60_000),
    },
    enrichment: { describe: nobody },
    connections: {
      clients: async () => clients,
      setup: async () => ({}),
      libraries: async () => [],
      note: async () => undefined,
    },
    rank: nobody,
    accountIsVip: async () => false,
    outbox: { add: async () => undefined, wake: () => undefined },
    announce: () => undefined,
    clock: () => new Date(stage.now),
    log: createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) }),
  })
}
