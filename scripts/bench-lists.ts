// The lists part of `npm run bench`: the cost of a page on a server that friends have used for five years.
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { ServerProcess } from '#tests/support/server-process'
import { MEASURED_LISTS, type MeasuredList } from './lib/bench-list-paths'
import type { BenchStage } from './lib/bench-stage'
import { openDriver, timesOfDriver } from './lib/driver-alone'
import type { Figure } from './lib/figures'
import { largeDatabases, type LargeDatabase } from './lib/large-databases'
import { largeFile } from './lib/large-file'
import { addRootRows } from './lib/root-rows'
import {
  latencies,
  latenciesDuring,
  latenciesOfMany,
  median,
  MIB,
  processorTime,
  quantile,
  residentMemory,
  type Load,
} from './lib/measure'
import { longestTurnOf, WITH_TURN_PROBE } from './lib/probes'
import type { Sheet } from './lib/sheet'

const CALLS = 200
const WARM_UP_CALLS = 50
const CONNECTIONS = 16
const CALLS_A_CONNECTION = 15
const LOAD_SECONDS = 3
const STARTS = 3
/** Milliseconds in which one-off work after a start or many calls finishes, and helper threads end. */
const IDLE_MS = 30_000

type Row = Sheet['rows'][number]

/**
 * Measures a built server with 100,000 books, 20,000 requests, 200,000 deliveries and all related rows, on
 * each database.
 */
export async function measureLists(stage: BenchStage): Promise<(Figure | Sheet)[]> {
  const figures: Figure[] = []
  const rows: Row[] = []
  for (const copy of largeDatabases(stage.configDir)) {
    const large = await copy()
    try {
      const measured = await measureServer(stage, large)
      figures.push(...measured.figures)
      const alone = await measureDriver(large)
      rows.push(
        ...measured.rows.map(({ name, cells }, at) => ({
          name: `${name} (${large.name})`,
          cells: [...cells, ...(alone[at] ?? [])],
        })),
      )
    } finally {
      await large.close()
    }
  }
  return [...figures, await measureFile(), sheetOf(rows)]
}

/** The size of that database file on disk, before any cleanup. */
async function measureFile(): Promise<Figure> {
  const { size } = await stat(await largeFile())
  return { name: 'Database file with 100,000 books', value: size / 1e6, unit: 'MB', aim: { below: 500 } }
}

const sheetOf = (rows: Row[]): Sheet => ({
  title: 'Lists over 100,000 books',
  text:
    `Milliseconds per call on one connection and on ${CONNECTIONS}, and of CPU time on the server. The last columns are ` +
    'the same queries run by the driver alone on one connection. The data includes 20,000 requests by 500 people, ' +
    '200,000 deliveries and 50,000 releases.',
  columns: [
    ...['p50', 'p99', `p50 at ${CONNECTIONS}`, `p99 at ${CONNECTIONS}`],
    ...['CPU', 'driver p50', 'driver p99'],
  ],
  rows,
})

async function measureServer(
  stage: BenchStage,
  large: LargeDatabase,
): Promise<{ figures: Figure[]; rows: Row[] }> {
  const start = () => stage.start('basic', { ...large.env, ...WITH_TURN_PROBE })
  const starts: number[] = []
  for (let at = 0; at < STARTS; at++) {
    const began = performance.now()
    const server = await start()
    starts.push(performance.now() - began)
    await stage.stop(server)
  }
  const database = await large.open()
  await addRootRows(database).finally(() => database.close())
  const server = await start()
  try {
    await sleep(IDLE_MS)
    const before = residentMemory(server)
    const headers = await stage.createKey(server, { authorization: stage.basic })
    const load = (list: string): Load => ({ url: `${server.url}api/${list}`, headers })
    const rows: Row[] = []
    for (const list of MEASURED_LISTS) rows.push(await measureList(list, load(list.path), server))
    const waits = await measureWaits(load('requests?limit=50'), load('health'))
    const longest = await measureLongestTurn(server, headers)
    await sleep(IDLE_MS)
    const after = residentMemory(server)
    const about = `with 100,000 books (${large.name})`
    return {
      rows,
      figures: [
        { name: `Start ${about}, median`, value: median(starts), unit: 'ms', aim: { below: 500 } },
        { name: `Idle memory ${about}`, value: before / MIB, unit: 'MiB', aim: { below: 120 } },
        { name: `The same after calling ${MEASURED_LISTS.length} lists`, value: after / MIB, unit: 'MiB' },
        {
          name: `\`GET /api/health\` while ${CONNECTIONS} connections read requests (${large.name}), 99th percentile`,
          value: quantile(waits, 0.99),
          unit: 'ms',
        },
        {
          name: `Longest event loop turn with ${CONNECTIONS} connections (${large.name})`,
          value: longest,
          unit: 'ms',
          aim: { below: 50 },
        },
      ],
    }
  } finally {
    await stage.stop(server)
  }
}

async function measureList(list: MeasuredList, load: Load, server: ServerProcess): Promise<Row> {
  await latencies(load, WARM_UP_CALLS)
  const before = processorTime(server)
  const single = await latencies(load, CALLS)
  const after = processorTime(server)
  const many = await latenciesOfMany(load, { connections: CONNECTIONS, times: CALLS_A_CONNECTION })
  const spent = before === null || after === null ? null : (after - before) / CALLS / 1000
  return {
    name: list.name,
    cells: [
      { value: quantile(single, 0.5) },
      { value: quantile(single, 0.99), below: list.within ?? 50 },
      { value: quantile(many, 0.5) },
      { value: quantile(many, 0.99) },
      spent === null ? null : { value: spent, below: list.processor },
    ],
  }
}

/** @returns the driver's share of each list, in order. */
async function measureDriver(large: LargeDatabase): Promise<Row['cells'][]> {
  const database = await large.open()
  const driver = await openDriver(large)
  try {
    const cells: Row['cells'][] = []
    for (const { read } of MEASURED_LISTS) {
      if (!read) {
        cells.push([null, null])
        continue
      }
      const times = await timesOfDriver(driver, { database, read: () => read(database), calls: CALLS })
      cells.push([{ value: quantile(times, 0.5) }, { value: quantile(times, 0.99) }])
    }
    return cells
  } finally {
    await driver.close()
    await database.close()
  }
}

/** How long the cheapest call takes while a list is requested on many connections, in milliseconds. */
function measureWaits(list: Load, health: Load): Promise<number[]> {
  return latenciesDuring(health, async () => {
    await autocannon({ ...list, connections: CONNECTIONS, duration: LOAD_SECONDS })
  })
}

/**
 * The longest turn while fifteen connections request pages of lists, and one reads requests without a limit.
 */
async function measureLongestTurn(server: ServerProcess, headers: Record<string, string>): Promise<number> {
  const pages = MEASURED_LISTS.map(({ path }) => ({ path: `/api/${path}` }))
  return longestTurnOf(server, async () => {
    const load = { url: server.url, headers, requests: pages }
    let done = false
    const paged = autocannon({ ...load, connections: CONNECTIONS - 1, duration: LOAD_SECONDS }).then(
      () => (done = true),
    )
    while (!done) await latencies({ url: `${server.url}api/requests`, headers }, 1)
    await paged
  })
}
