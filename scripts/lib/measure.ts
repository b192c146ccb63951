import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { z } from 'zod'
import type { ServerProcess } from '#tests/support/server-process'

const CONNECTIONS = 10
/** Calls until all hot code is compiled. */
const WARM_UP_CALLS = 5000
const LOAD_SECONDS = 3
/** Kernel clock ticks per second, the unit of `/proc/<pid>/stat`. */
const TICKS = 100

/** A request that is repeated. */
export interface Load {
  url: string
  headers?: Record<string, string>
}

/** The cost of calls under load. */
export interface CallCost {
  perSecond: number
  /** Microseconds of the server's CPU time; null if the system does not report it. */
  processor: number | null
}

/**
 * The cost of a call under a fixed load, after a warm-up.
 * @throws if a response is not 2xx or a connection fails.
 */
export async function costOfCalls(load: Load, server: ServerProcess): Promise<CallCost> {
  await autocannon({ ...load, connections: CONNECTIONS, amount: WARM_UP_CALLS })
  const before = processorTime(server)
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: LOAD_SECONDS })
  const after = processorTime(server)
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${load.url}: ${result.non2xx} responses were not 2xx, ${result.errors} connections failed`,
    )
  }
  const spent = before === null || after === null ? null : (after - before) / result.requests.total
  return { perSecond: result.requests.average, processor: spent }
}

/** Microseconds of CPU time used by a process; null if the system does not report it. */
export function processorTime({ child }: ServerProcess): number | null {
  if (process.platform !== 'linux') return null
  // The bracketed name before the fields may contain spaces.
  const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (((user ?? 0) + (system ?? 0)) * 1_000_000) / TICKS
}

/**
 * Times of sequential requests on one connection, in milliseconds, ascending. Uses `node:http`: with long
 * responses, `fetch` in this process causes enough garbage collection to slow down some requests.
 * @throws if a response's status differs from `expected`; by default, if it is not 2xx.
 */
export async function latencies(load: Load, times: number, expected?: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const measured: number[] = []
  try {
    for (let i = 0; i < times; i++) {
      const start = performance.now()
      const status = await statusOf(load, agent)
      measured.push(performance.now() - start)
      const right = expected === undefined ? status >= 200 && status < 300 : status === expected
      if (!right) throw new Error(`${load.url} answered ${status}`)
    }
  } finally {
    agent.destroy()
  }
  return ascending(measured)
}

/** Makes one request, accepting compression as a browser does, and reads the whole response. */
function statusOf({ url, headers }: Load, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { 'accept-encoding': 'gzip', ...headers } }
    const request = get(url, options, (answer) => {
      answer.once('error', reject).once('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    request.once('error', reject)
  })
}

/** Times of requests on several connections at the same time, `times` on each, like {@link latencies}. */
export async function latenciesOfMany(
  load: Load,
  { connections, times }: { connections: number; times: number },
): Promise<number[]> {
  const each = await Promise.all(Array.from({ length: connections }, () => latencies(load, times)))
  return ascending(each.flat())
}

/** Repeats requests from a separate thread, so that only the server's delays are measured. */
const PROBE = `
const { parentPort, workerData } = require('node:worker_threads')
const { Agent, get } = require('node:http')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const times = []
let stopping = false
parentPort.once('message', () => { stopping = true })
const ask = () => new Promise((resolve, reject) => {
  const { url, headers } = workerData
  get(url, { agent, headers }, (answer) => {
    answer.resume().once('end', () => {
      if (answer.statusCode === 200) resolve()
      else reject(new Error(url + ' answered ' + answer.statusCode))
    })
  }).once('error', reject)
})
async function probe() {
  while (!stopping) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  agent.destroy()
  parentPort.postMessage(times)
}
probe()
`

/** How long requests take during some work, in milliseconds, ascending. */
export async function latenciesDuring(load: Load, work: () => Promise<void>): Promise<number[]> {
  const worker = new Worker(PROBE, { eval: true, execArgv: [], workerData: load })
  const measured = new Promise<number[]>((resolve, reject) => {
    worker.once('message', (times: unknown) => resolve(ascending(z.array(z.number()).parse(times))))
    worker.once('error', reject)
  })
  try {
    // A failing probe ends the measurement at once.
    await Promise.race([work(), measured])
    worker.postMessage('stop')
    return await measured
  } finally {
    await worker.terminate()
  }
}

/**
 * Measures work on this thread, in milliseconds: elapsed time, or less if something else on the machine used
 * the CPU.
 */
export function stopwatch(): () => number {
  const start = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min(performance.now() - start, (user + system) / 1000)
  }
}

/** The longest time, in milliseconds, for which some work blocked this process. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let took = stopwatch()
  let going = true
  const look = () => {
    longest = Math.max(longest, took())
    took = stopwatch()
    if (going) setImmediate(look)
  }
  setImmediate(look)
  await work()
  going = false
  return longest
}

export const ascending = (values: number[]): number[] => values.sort((one, other) => one - other)

/** The value at a quantile (0 to 1) of ascending values. */
export function quantile(ascending: readonly number[], share: number): number {
  const value = ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]
  if (value === undefined) throw new Error('Nothing was measured')
  return value
}

export const median = (values: number[]): number => quantile(ascending(values), 0.5)

export const MIB = 1024 * 1024

/** Resident memory of a process, in bytes. */
export function residentMemory({ child }: ServerProcess): number {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).trim()
  return Number(kibibytes) * 1024
}
