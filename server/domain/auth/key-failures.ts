import { LRUCache } from 'lru-cache'
import type { Logger } from '#server/log'

/** Addresses that are remembered. */
const MAX_ADDRESSES = 1000
/** Without another wrong key for so long, in milliseconds, the count starts again. */
const COUNT_LIFETIME = 60 * 60_000

/**
 * Counts wrong API keys per address, in memory: nobody guesses 32 random bytes, so they cost the others behind
 * an address nothing, and a program with an old key is only told about in the log.
 * @returns notes one wrong key.
 */
export function createKeyFailures(dependencies: {
  networkOf: (address: string) => string
  clock: () => Date
  log: Logger
}): (address: string) => void {
  const { networkOf, clock, log } = dependencies
  const counts = new LRUCache<string, { count: number; lastAt: number }>({ max: MAX_ADDRESSES })

  return (address) => {
    const key = networkOf(address)
    const now = clock().getTime()
    const known = counts.get(key)
    const count = known && now - known.lastAt < COUNT_LIFETIME ? known.count + 1 : 1
    counts.set(key, { count, lastAt: now })
    // The first, the tenth, the hundredth: a log that nobody can flood.
    if (Number.isInteger(Math.log10(count))) {
      log.warn('Wrong API key from {address}, {count} so far', { address, count })
    }
  }
}
