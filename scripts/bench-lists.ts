// The part of `npm run bench` about lists: what a page costs a server that friends have used for five years.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import autocannon from 'autocannon'
import type { ServerProcess } from '#tests/support/server-process'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { LARGE_FILE_KEY, largeFile } from './lib/large-file'
import { longestTurnOf, WITH_TURN_PROBE } from './lib/longest-turn'
import { latencies, latenciesBeside, processorTime, quantile, type Load } from './lib/measure'

const CALLS = 200
const WARM_UP_CALLS = 100
const CONNECTIONS = 16
const LOAD_SECONDS = 3

/** What is asked for, below `/api/`, and what it may cost: milliseconds of processor time. */
const LISTS: readonly { name: string; path: string; processor: number }[] = [
  { name: 'Requests, newest first', path: 'requests?limit=50', processor: 10 },
  {
    name: 'Requests by title, the last page',
    path: 'requests?limit=50&sort=title&offset=15900',
    processor: 10,
  },
  {
    name: 'Requests that are available, by author',
    path: 'requests?limit=50&sort=author&status=available',
    processor: 10,
  },
  { name: 'Requests of one person', path: 'requests?limit=50&user=reader%207', processor: 10 },
  { name: 'Requests with two words', path: 'requests?limit=50&q=winter%20saga', processor: 10 },
  { name: 'Counts of requests', path: 'requests/counts', processor: 5 },
  { name: 'Log of deliveries', path: 'settings/notifications/deliveries?limit=50', processor: 10 },
  {
    name: 'Log of deliveries, the last page',
    path: 'settings/notifications/deliveries?limit=50&offset=39900',
    processor: 10,
  },
  { name: 'Targets of the server, 100', path: 'settings/notifications', processor: 10 },
  { name: 'Audit log', path: 'audit?limit=50', processor: 10 },
  { name: 'Audit log, the last page', path: 'audit?limit=50&offset=19900', processor: 10 },
  { name: 'Users', path: 'users?limit=50', processor: 10 },
  { name: 'Cached search of 50 books', path: 'search?q=the&region=us&num_results=50', processor: 10 },
]

/** Measures a built server over a file with 100,000 books, 20,000 requests, 200,000 deliveries and what belongs to them. */
export async function measureLists(stage: BenchStage): Promise<Figure[]> {
  const path = join(stage.configDir, 'large.sqlite')
  await copyFile(await largeFile(), path)
  const server = await stage.start('basic', {
    SVC_DB__SQLITE_PATH: path,
    SVC_APP__SECRET_KEY: LARGE_FILE_KEY,
    ...WITH_TURN_PROBE,
  })
  try {
    const headers = await stage.createKey(server, { authorization: stage.basic })
    const load = (list: string): Load => ({ url: `${server.url}api/${list}`, headers })
    const figures: Figure[] = []
    for (const { name, path: list, processor } of LISTS) {
      figures.push(...(await measureList({ name, load: load(list), processor, server })))
    }
    const [first] = figures
    if (first) first.plain = { what: 'its rows by libSQL alone', value: await readByDriver(path) }
    return [
      ...figures,
      await measureTurns(load('requests?limit=50'), load('health')),
      await measureLongestTurn(server, headers),
    ]
  } finally {
    await stage.stop(server)
  }
}

async function measureList(list: {
  name: string
  load: Load
  processor: number
  server: ServerProcess
}): Promise<Figure[]> {
  const { name, load, processor, server } = list
  await latencies(load, WARM_UP_CALLS)
  const before = processorTime(server)
  const times = await latencies(load, CALLS)
  const after = processorTime(server)
  const p99: Figure = {
    name: `${name}: 99th percentile`,
    value: quantile(times, 0.99),
    unit: 'ms',
    aim: { below: 50 },
  }
  if (before === null || after === null) return [p99]
  const spent = (after - before) / CALLS / 1000
  return [p99, { name: `${name}: processor time`, value: spent, unit: 'ms', aim: { below: processor } }]
}

/** @returns milliseconds, 99th percentile. */
async function readByDriver(path: string): Promise<number> {
  const client = createClient({ url: pathToFileURL(path).href })
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    await client.execute(
      'select * from audiobooks where requested_at is not null order by requested_at desc limit 50',
    )
    times.push(performance.now() - start)
  }
  client.close()
  return quantile(
    times.sort((one, other) => one - other),
    0.99,
  )
}

/** How long the cheapest call waits while a list is asked for on many connections. */
async function measureTurns(list: Load, health: Load): Promise<Figure> {
  const times = await latenciesBeside(health, async () => {
    await autocannon({ ...list, connections: CONNECTIONS, duration: LOAD_SECONDS })
  })
  return {
    name: `\`GET /api/health\` beside ${CONNECTIONS} connections that read requests, 99th percentile`,
    value: quantile(times, 0.99),
    unit: 'ms',
  }
}

/** Of a server that fifteen connections ask for pages of lists, while one reads requests without a limit. */
async function measureLongestTurn(server: ServerProcess, headers: Record<string, string>): Promise<Figure> {
  const pages = LISTS.map(({ path }) => ({ path: `/api/${path}` }))
  const value = await longestTurnOf(server, async () => {
    const load = { url: server.url, headers, requests: pages }
    const paged = autocannon({ ...load, connections: CONNECTIONS - 1, duration: LOAD_SECONDS })
    let done = false
    const ended = paged.finally(() => (done = true))
    while (!done) await latencies({ url: `${server.url}api/requests`, headers }, 1)
    await ended
  })
  return {
    name: `Longest turn of the event loop at ${CONNECTIONS} connections`,
    value,
    unit: 'ms',
    aim: { below: 50 },
  }
}
