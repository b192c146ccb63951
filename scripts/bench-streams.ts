// The live events part of `npm run bench`: the cost of many open pages, and how soon each learns of a change.
import { setTimeout as sleep } from 'node:timers/promises'
import { BOOKS } from '#fakes/catalogue/books'
import { makePeople } from './lib/bench-people'
import type { BenchStage } from './lib/bench-stage'
import { openEventStreams, type EventStreams } from './lib/event-streams'
import type { Figure } from './lib/figures'
import { caller, type Send } from './lib/http-caller'
import { ascending, quantile, residentMemory } from './lib/measure'

const PEOPLE = 50
const STREAMS_A_PERSON = 20
const STREAMS = PEOPLE * STREAMS_A_PERSON
const CHANGES = 20
/** Milliseconds after which an event counts as lost. */
const LOST_AFTER = 60_000
/** Milliseconds in which one-off work after a start or many calls finishes. */
const IDLE_MS = 5000
const BYTES_A_KILOBYTE = 1000

/** Opens 1,000 streams of 50 administrators, who receive every event, and requests 20 books. */
export async function measureStreams(stage: BenchStage): Promise<Figure[]> {
  const server = await stage.start()
  try {
    const people = await makePeople(stage, server, { count: PEOPLE, role: 'admin' })
    await sleep(IDLE_MS)
    const before = residentMemory(server)
    const headers = people.flatMap((person) => Array<Record<string, string>>(STREAMS_A_PERSON).fill(person))
    const streams = await openEventStreams(server.url, headers)
    try {
      await sleep(IDLE_MS)
      const memory = (residentMemory(server) - before) / STREAMS / BYTES_A_KILOBYTE
      const delays = await requestBooks(caller(server.url, people[0]), streams)
      return figuresOf(memory, delays)
    } finally {
      streams.close()
    }
  } finally {
    await stage.stop(server)
  }
}

/** @returns how long each stream waited for each event, in milliseconds, ascending. */
async function requestBooks(person: Send, streams: EventStreams): Promise<number[]> {
  const delays: number[] = []
  for (const { asin } of BOOKS.slice(0, CHANGES)) {
    const start = performance.now()
    await person('POST', `api/requests/${asin}`)
    const times = await streams.untilHeard(asin, LOST_AFTER)
    delays.push(...times.map((time) => time - start))
  }
  return ascending(delays)
}

/** @param memory kilobytes per stream. */
function figuresOf(memory: number, delays: readonly number[]): Figure[] {
  const name = `${STREAMS.toLocaleString('en')} open event streams`
  const delay = `${name}: delay from a request to its event`
  return [
    { name: `${name}: memory per stream`, value: memory, unit: 'kB' },
    { name: `${delay}, median`, value: quantile(delays, 0.5), unit: 'ms' },
    { name: `${delay}, 99th percentile`, value: quantile(delays, 0.99), unit: 'ms' },
    {
      name: `${name}: events lost, out of ${(STREAMS * CHANGES).toLocaleString('en')}`,
      value: STREAMS * CHANGES - delays.length,
      unit: 'lost',
      aim: { exactly: 0 },
    },
  ]
}
