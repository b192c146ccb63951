// The part of `npm run bench` that takes minutes: whether the memory of a constantly busy server keeps
// growing.
import { setTimeout as sleep } from 'node:timers/promises'
import { BOOKS } from '#fakes/catalogue/books'
import { startProwlarrFake } from '#fakes/prowlarr'
import { startWebhookSink } from '#fakes/webhook-sink'
import { MEASURED_LISTS } from './lib/bench-list-paths'
import { makePeople } from './lib/bench-people'
import type { BenchStage } from './lib/bench-stage'
import { openEventStreams } from './lib/event-streams'
import type { Figure } from './lib/figures'
import { caller, type Send } from './lib/http-caller'
import { copyLargeFile } from './lib/large-databases'
import { MIB, residentMemory } from './lib/measure'
import { liveHeapOf, WITH_HEAP_PROBE } from './lib/probes'

const MINUTES = 5
const MINUTE = 60_000
/** Milliseconds of load until all code has been used and its memory allocated. */
const WARM_UP_MS = 60_000
/** Milliseconds without load before the last measurement of memory. */
const IDLE_MS = 15_000
const PEOPLE = 10
/** Concurrent readers of lists. */
const READERS = 4
/** Milliseconds between a reader's calls. */
const PAUSE = 20
/** One in this many books is declined instead of approved. */
const DECLINED_EVERY = 4
/** Without the odd books, which are not in every region. */
const REQUESTED = BOOKS.filter(({ asin }) => !asin.startsWith('EMODD'))

/**
 * Runs five minutes of lists, cached searches, and requests made, decided, searched for and withdrawn, with their
 * events and deliveries, on the large file.
 */
export async function measureSoak(stage: BenchStage): Promise<Figure[]> {
  const large = await copyLargeFile(stage.configDir)
  const [sink, prowlarr] = await Promise.all([startWebhookSink(), startProwlarrFake()])
  const server = await stage.start('basic', { ...large.env, ...WITH_HEAP_PROBE })
  try {
    const admin = caller(server.url, await stage.createKey(server, { authorization: stage.basic }))
    const people = await makePeople(stage, server, { count: PEOPLE, role: 'untrusted' })
    await admin('POST', 'api/settings/notifications', targetBody(sink.url))
    await searchBy(admin, prowlarr)
    const streams = await openEventStreams(server.url, people)
    const load = startLoad(
      admin,
      people.map((person) => caller(server.url, person)),
    )
    try {
      await Promise.race([sleep(WARM_UP_MS), load.failed])
      const looks = [residentMemory(server)]
      const liveBefore = await liveHeapOf(server)
      for (let minute = 0; minute < MINUTES; minute++) {
        await Promise.race([sleep(MINUTE), load.failed])
        looks.push(residentMemory(server))
      }
      const live = [liveBefore, await liveHeapOf(server)] as const
      const calls = await load.stop()
      await sleep(IDLE_MS)
      const resident = [...looks, residentMemory(server)]
      return figuresOf({ resident, live }, { calls, deliveries: sink.messages.length })
    } finally {
      streams.close()
    }
  } finally {
    await stage.stop(server)
    await Promise.all([sink.close(), prowlarr.close(), large.close()])
  }
}

const targetBody = (url: string) => ({
  name: 'Sink',
  url,
  events: ['onNewRequest'],
  body_type: 'text',
  body: '{bookTitle}',
})

/** Lets the server search for every approved book, under a lease, in a Prowlarr that offers nothing. */
async function searchBy(admin: Send, prowlarr: Awaited<ReturnType<typeof startProwlarrFake>>): Promise<void> {
  prowlarr.offer([])
  const connection = { prowlarr_base_url: prowlarr.baseUrl, prowlarr_api_key: prowlarr.apiKey }
  await admin('PATCH', 'api/indexers/Prowlarr', { ...connection, enabled: true })
  await admin('PATCH', 'api/settings/download', { auto_download: true })
}

/** Calls the server repeatedly until stopped. */
function startLoad(admin: Send, people: readonly Send[]) {
  let stopping = false
  let calls = 0
  const counted =
    (send: Send): Send =>
    async (...call) => {
      const answer = await send(...call)
      await answer.arrayBuffer()
      calls++
      return answer
    }
  async function repeat(step: (at: number) => Promise<unknown>): Promise<void> {
    for (let at = 0; !stopping; at++) {
      await step(at)
      await sleep(PAUSE)
    }
  }
  const asAdmin = counted(admin)
  const readers = Array.from({ length: READERS }, (_, reader) =>
    repeat((at) => asAdmin('GET', `api/${pick(MEASURED_LISTS, at + reader).path}`)),
  )
  const asPerson = people.map(counted)
  const requesting = repeat((at) => requestAndDecide(asAdmin, pick(asPerson, at), at))
  const all = Promise.all([...readers, requesting])
  return {
    /** Rejects when a call fails; never resolves before the load is stopped. */
    failed: all,
    /** @returns the number of calls. */
    async stop(): Promise<number> {
      stopping = true
      await all
      return calls
    },
  }
}

function pick<T>(values: readonly T[], at: number): T {
  const value = values[at % values.length]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

/** Requests a book, decides on the request, and withdraws it, so that the book can be requested again. */
async function requestAndDecide(admin: Send, person: Send, at: number): Promise<void> {
  const path = `api/requests/${pick(REQUESTED, at).asin}`
  await person('POST', path)
  if (at % DECLINED_EVERY === 0) await admin('POST', `${path}/decline`, { reason: 'Too long' })
  else await admin('POST', `${path}/approve`)
  await admin('DELETE', path)
}

interface Memory {
  /** Resident bytes: after the warm-up, after each minute, and at the end without load. */
  resident: readonly number[]
  /** Heap bytes after garbage collection: after the warm-up, and before the load ends. */
  live: readonly [number, number]
}

function figuresOf({ resident, live }: Memory, done: { calls: number; deliveries: number }): Figure[] {
  const [start = 0, ...later] = resident.map((bytes) => bytes / MIB)
  const end = later.at(-1) ?? start
  const minutes = later.slice(0, -1)
  const load = `${done.calls.toLocaleString('en')} calls and ${done.deliveries.toLocaleString('en')} deliveries`
  const [liveStart, liveEnd] = live
  return [
    { name: `Soak of ${MINUTES} minutes, memory after the warm-up`, value: start, unit: 'MiB' },
    ...minutes.map((value, at): Figure => ({ name: `After minute ${at + 1}`, value, unit: 'MiB' })),
    { name: `At the end, idle, after ${load}`, value: end, unit: 'MiB' },
    { name: 'Memory growth during the soak', value: end - start, unit: 'MiB' },
    { name: 'Live heap after the warm-up', value: liveStart / MIB, unit: 'MiB' },
    {
      name: 'Live heap growth during the soak',
      value: (liveEnd - liveStart) / MIB,
      unit: 'MiB',
      aim: { below: 2 },
    },
  ]
}
