// `npm run bench -- --runtimes`: the same build on every runtime, in turns.
import type { Runtime } from '#tests/support/runtime'
import type { BenchStage } from './lib/bench-stage'
import { setTimeout as sleep } from 'node:timers/promises'
import { costOfCalls, latencies, median, MIB, quantile, residentMemory } from './lib/measure'
import { ensureRuntimes } from './lib/runtimes.mjs'
import type { Sheet } from './lib/sheet'

const ROUNDS = 3
const SEARCHES = 300
/** Milliseconds in which one-off work after a start finishes. */
const IDLE_MS = 5000

/** Measurements of one server process: milliseconds, bytes and microseconds. */
interface Life {
  start: number
  idle: number
  perSecond: number
  processor: number | null
  search: number
}

/** @param machine description of the hardware. */
export async function measureRuntimes(stage: BenchStage, machine: () => string): Promise<Sheet> {
  const runtimes = await ensureRuntimes()
  const lives = new Map<string, Life[]>(runtimes.map(({ name }) => [name, []]))
  // This start migrates the file, so that no measured start has to.
  await stage.stop(await stage.start())
  for (let round = 0; round < ROUNDS; round++) {
    for (const runtime of runtimes) lives.get(runtime.name)?.push(await live(stage, runtime))
  }
  const rows = [...lives].map(([name, found]) => {
    const of = (value: (life: Life) => number | null) => {
      const known = found.map(value).filter((one) => one !== null)
      return known.length === 0 ? null : { value: median(known) }
    }
    return {
      name,
      cells: [
        of(({ start }) => start),
        of(({ idle }) => idle / MIB),
        of(({ processor }) => processor),
        of(({ perSecond }) => perSecond),
        of(({ search }) => search),
      ],
    }
  })
  return {
    title: 'Runtimes',
    text:
      `The same build on each runtime, ${ROUNDS} times in turn, medians; written by \`npm run bench -- --runtimes\` on ` +
      `${new Date().toISOString().slice(0, 10)}; ${machine()} The call is \`GET /api/users/me\` with a bearer key, ` +
      'under load over ten connections; the search returns 20 books from the cache, one call at a time.',
    columns: [
      'start to first 200 response, ms',
      'idle memory, MiB',
      'CPU time per call, µs',
      'calls per second',
      'search, ms',
    ],
    rows,
  }
}

async function live(stage: BenchStage, runtime: Runtime): Promise<Life> {
  const began = performance.now()
  const server = await stage.start('basic', {}, runtime)
  const start = performance.now() - began
  await sleep(IDLE_MS)
  const idle = residentMemory(server)
  const headers = await stage.createKey(server, { authorization: stage.basic })
  const { perSecond, processor } = await costOfCalls({ url: `${server.url}api/users/me`, headers }, server)
  const search = { url: `${server.url}api/search?q=the&region=us`, headers }
  await latencies(search, 50)
  const times = await latencies(search, SEARCHES)
  await stage.stop(server)
  return { start, idle, perSecond, processor, search: quantile(times, 0.5) }
}
