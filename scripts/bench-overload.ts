// The overload part of `npm run bench`: more calls at once than a server can answer.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { BOOKS } from '#fakes/catalogue/books'
import type { ServerProcess } from '#tests/support/server-process'
import { makePeople } from './lib/bench-people'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { ascending, latencies, latenciesDuring, quantile } from './lib/measure'

const PEOPLE = 20
const FEW = 64
const MANY = 1000
const LOAD_SECONDS = 10
/** Seconds after which a call counts as failed. */
const TIMEOUT_SECONDS = 30
const BUSY = 503
/** Calls that find out how long a call takes without load. */
const QUIET_CALLS = 200
/** Without the odd books, which are not in every region. */
const REQUESTED = BOOKS.filter(({ asin }) => !asin.startsWith('EMODD'))

type Headers = Record<string, string>

/** What came of many calls at once. */
interface Outcome {
  /** Milliseconds of the calls that were answered, ascending. */
  answered: number[]
  refused: number
  /** Other server errors, and connections that failed. */
  failed: number
}

/**
 * Measures 64 and 1,000 connections of many people, one in five calls a write, and what others notice when one person
 * has all the connections.
 */
export async function measureOverload(stage: BenchStage): Promise<Figure[]> {
  const server = await stage.start()
  const text = join(stage.configDir, 'overload.json')
  await writeFile(text, '{"plain":true}')
  try {
    const people = await makePeople(stage, server, { count: PEOPLE + 1, role: 'untrusted' })
    const [calm = {}, ...busy] = people
    // Until all hot code is compiled, and every book is known.
    await load(server, busy, FEW)
    const figures: Figure[] = []
    for (const connections of [FEW, MANY]) {
      const plain = await stage.startPlain(text)
      const least = await load(plain, busy, connections)
      await stage.stop(plain)
      figures.push(...(await measureMany(server, busy, connections, least)))
    }
    return [...figures, ...(await measureCalm(server, calm, busy.slice(0, 1)))]
  } finally {
    await stage.stop(server)
  }
}

async function measureMany(
  server: ServerProcess,
  people: readonly Headers[],
  connections: number,
  least: Outcome,
): Promise<Figure[]> {
  const outcomes: Outcome[] = []
  const health = await latenciesDuring({ url: `${server.url}api/health` }, async () => {
    outcomes.push(await load(server, people, connections))
  })
  const name = `${connections.toLocaleString('en')} connections of ${PEOPLE} people, reads and writes`
  return outcomes.flatMap(({ answered, refused, failed }): Figure[] => [
    {
      name: `${name}: answered`,
      value: answered.length / LOAD_SECONDS,
      unit: '/s',
      plain: { what: '`node:http`', value: least.answered.length / LOAD_SECONDS },
    },
    {
      name: 'The same, 99th percentile',
      value: quantile(answered, 0.99),
      unit: 'ms',
      plain: { what: '`node:http`', value: quantile(least.answered, 0.99) },
    },
    { name: 'The same, refused at once, with when to come back', value: refused, unit: 'calls' },
    { name: 'The same, neither answered nor refused', value: failed, unit: 'calls', aim: { exactly: 0 } },
    { name: '`GET /api/health` meanwhile, 99th percentile', value: quantile(health, 0.99), unit: 'ms' },
  ])
}

/** Measures one person's calls while another has all the connections. */
async function measureCalm(
  server: ServerProcess,
  calm: Headers,
  busy: readonly Headers[],
): Promise<Figure[]> {
  const list = { url: `${server.url}api/requests?limit=20`, headers: calm }
  const quiet = await latencies(list, QUIET_CALLS)
  const times = await latenciesDuring(list, async () => void (await load(server, busy, MANY)))
  return [
    {
      name: `A person’s list while another has ${MANY.toLocaleString('en')} connections, 99th percentile`,
      value: quantile(times, 0.99),
      unit: 'ms',
      plain: { what: 'alone', value: quantile(quiet, 0.99) },
    },
  ]
}

/** Calls as fast as answers arrive, on connections shared out among people. */
async function load(
  server: ServerProcess,
  people: readonly Headers[],
  connections: number,
): Promise<Outcome> {
  const outcome: Outcome = { answered: [], refused: 0, failed: 0 }
  let opened = 0
  const { errors } = await autocannon({
    url: server.url,
    connections,
    duration: LOAD_SECONDS,
    timeout: TIMEOUT_SECONDS,
    setupClient(client) {
      const at = opened++
      const headers = people[at % people.length] ?? {}
      client.setRequests(callsOf(at).map((call) => ({ ...call, headers })))
      client.on('response', (status, _bytes, took) => {
        if (status === BUSY) outcome.refused++
        else if (status > BUSY || status === 500) outcome.failed++
        else outcome.answered.push(took)
      })
    },
  })
  outcome.failed += errors
  ascending(outcome.answered)
  return outcome
}

/** One in five is a write. Each connection begins at another. */
function callsOf(at: number): autocannon.Request[] {
  const book = REQUESTED[at % REQUESTED.length]?.asin ?? ''
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string): autocannon.Request => ({
    method,
    path: `/api/${path}`,
  })
  const calls = [
    call('GET', 'requests?limit=20'),
    call('GET', 'users/me'),
    call('GET', `books/${book}`),
    call('GET', 'search?q=the&region=us'),
    call('POST', `requests/${book}`),
    call('GET', 'requests/counts'),
    call('GET', 'inbox/count'),
    call('GET', `books/${book}`),
    call('GET', 'requests?limit=20'),
    call('DELETE', `requests/${book}`),
  ]
  const first = at % calls.length
  return [...calls.slice(first), ...calls.slice(0, first)]
}
