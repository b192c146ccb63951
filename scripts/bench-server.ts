// The server part of `npm run bench`: start, memory, cheapest call and cached search.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/server-process'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { firstPage } from './lib/first-page.mjs'
import { costOfCalls, latencies, median, MIB, quantile, residentMemory, type CallCost } from './lib/measure'

const STARTS = 7
const ROUNDS = 3
const SEARCHES = 300
/** Milliseconds in which one-off work after a start finishes. */
const IDLE_MS = 5000

/** Measures its own servers, and plain `node:http` ones for comparison. */
export async function measureServer(stage: BenchStage): Promise<Figure[]> {
  const text = join(stage.configDir, 'plain.json')
  await writeFile(text, '{"plain":true}')
  return [
    ...(await measureStart(stage, text)),
    ...(await measureCalls(stage)),
    await measureSearch(stage),
    await measureFirstPage(),
  ]
}

/** Measures starts on a migrated file, and memory when idle. */
async function measureStart(stage: BenchStage, text: string): Promise<Figure[]> {
  await stage.stop(await stage.start())
  const starts: number[] = []
  const plainStarts: number[] = []
  for (let i = 0; i < STARTS; i++) {
    starts.push(await timeToStart(stage, () => stage.start()))
    plainStarts.push(await timeToStart(stage, () => stage.startPlain(text)))
  }
  const [idle, plain] = [await stage.start(), await stage.startPlain(text)]
  await sleep(IDLE_MS)
  const [memory, plainMemory] = [residentMemory(idle), residentMemory(plain)]
  await stage.stop(idle)
  await stage.stop(plain)
  return [
    {
      name: 'Start to first 200 response, median',
      value: median(starts),
      unit: 'ms',
      aim: { below: 500 },
      plain: { what: '`node:http`', value: median(plainStarts) },
    },
    {
      name: 'Idle memory (RSS)',
      value: memory / MIB,
      unit: 'MiB',
      aim: { below: 120 },
      plain: { what: '`node:http`', value: plainMemory / MIB },
    },
  ]
}

async function timeToStart(stage: BenchStage, start: () => Promise<ServerProcess>): Promise<number> {
  const began = performance.now()
  const server = await start()
  const took = performance.now() - began
  await stage.stop(server)
  return took
}

/**
 * Measures the cheapest authenticated call under load, alternating with a plain server that returns the same
 * text.
 */
async function measureCalls(stage: BenchStage): Promise<Figure[]> {
  const server = await stage.start()
  const headers = await stage.createKey(server, { authorization: stage.basic })
  const me = { url: `${server.url}api/users/me`, headers }
  const text = join(stage.configDir, 'me.json')
  await writeFile(text, await (await fetch(me.url, { headers })).text())
  const plain = await stage.startPlain(text)
  const rounds: { ours: CallCost; plain: CallCost }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      plain: await costOfCalls({ url: plain.url, headers }, plain),
      ours: await costOfCalls(me, server),
    })
  }
  await stage.stop(plain)
  await stage.stop(server)
  const name = '`GET /api/users/me` with a bearer key'
  const processor = rounds.flatMap(({ ours, plain: beside }) =>
    ours.processor === null || beside.processor === null ? [] : [[ours.processor, beside.processor] as const],
  )
  const rate: Figure = {
    name,
    value: median(rounds.map(({ ours }) => ours.perSecond)),
    unit: '/s',
    aim: { timesPlain: 15 },
    plain: { what: '`node:http`', value: median(rounds.map(({ plain: beside }) => beside.perSecond)) },
  }
  if (processor.length === 0) return [rate]
  const time: Figure = {
    name: `${name}, CPU time`,
    value: median(processor.map(([ours]) => ours)),
    unit: 'µs',
    aim: { timesPlain: 15 },
    plain: { what: '`node:http`', value: median(processor.map(([, beside]) => beside)) },
  }
  return [rate, time]
}

async function measureSearch(stage: BenchStage): Promise<Figure> {
  const server = await stage.start()
  const headers = await stage.createKey(server, { authorization: stage.basic })
  const search = { url: `${server.url}api/search?q=the&region=us`, headers }
  const text = join(stage.configDir, 'search.json')
  await writeFile(text, await (await fetch(search.url, { headers })).text())
  const plain = await stage.startPlain(text)
  await latencies(search, 50)
  await latencies({ url: plain.url }, 50)
  const times = await latencies(search, SEARCHES)
  const plainTimes = await latencies({ url: plain.url }, SEARCHES)
  await stage.stop(plain)
  await stage.stop(server)
  return {
    name: 'Cached search returning 20 books, median',
    value: quantile(times, 0.5),
    unit: 'ms',
    aim: { below: 5 },
    plain: { what: '`node:http`', value: quantile(plainTimes, 0.5) },
  }
}

async function measureFirstPage(): Promise<Figure> {
  const bytes = (await firstPage()).scripts.reduce((sum, { gzip }) => sum + gzip, 0)
  return { name: 'First-page JavaScript, gzipped', value: bytes / 1000, unit: 'kB', aim: { below: 100 } }
}
