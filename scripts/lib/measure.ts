import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { ServerProcess } from '../../tests/support/server-process'

const CONNECTIONS = 10
const WARM_UP_SECONDS = 2
const LOAD_SECONDS = 5

/** A request that is repeated. */
export interface Load {
  url: string
  headers?: Record<string, string>
}

/**
 * Answers per second under a fixed load, after a warm-up.
 * @throws when an answer is not 2xx or a connection fails.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  await autocannon({ ...load, connections: CONNECTIONS, duration: WARM_UP_SECONDS })
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: LOAD_SECONDS })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} connections failed`)
  }
  return result.requests.average
}

/** Times of one request after the other on one connection, in milliseconds, in ascending order. */
export async function latencies(load: Load, times: number): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    const answer = await fetch(load.url, { headers: load.headers ?? {} })
    await answer.arrayBuffer()
    measured.push(performance.now() - start)
    if (!answer.ok) throw new Error(`${load.url} answered ${answer.status}`)
  }
  return measured.sort((a, b) => a - b)
}

/** The value below which that share (0 to 1) of ascending values lies. */
export function quantile(ascending: number[], share: number): number {
  const value = ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]
  if (value === undefined) throw new Error('Nothing was measured')
  return value
}

/** Resident memory of a process, in bytes. */
export function residentMemory({ child }: ServerProcess): number {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).trim()
  return Number(kibibytes) * 1024
}
