import { LRUCache } from 'lru-cache'
import { agoOf } from '#server/async/due.rules'
import type { Logger } from '#server/platform/log'

/** Maximum addresses remembered. */
const MAX_ADDRESSES = 1000
/** Milliseconds without a wrong key after which the count restarts. */
const COUNT_LIFETIME = 60 * 60_000

/**
 * Counts wrong API keys per address, in memory. No one can guess 32 random bytes, so wrong keys do not slow
 * down others at that address; a program with an old key only shows up in the log.
 * @returns a function that records one wrong key.
 */
export function createKeyFailures(dependencies: {
  networkOf: (address: string) => string
  clock: () => Date
  log: Logger
}): (address: string) => void {
  const { networkOf, clock, log } = dependencies
  const counts = new LRUCache<string, { count: number; lastAt: Date }>({ max: MAX_ADDRESSES })

  return (address) => {
    const key = networkOf(address)
    const now = clock()
    const known = counts.get(key)
    const count = known && agoOf(known.lastAt, now) < COUNT_LIFETIME ? known.count + 1 : 1
    counts.set(key, { count, lastAt: now })
    // Logs only the first, the tenth, the hundredth and so on, so that no one can flood the log.
    if (Number.isInteger(Math.log10(count))) {
      log.warn('Wrong API key from {address}, {count} so far', { address, count })
    }
  }
}
