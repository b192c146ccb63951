import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between runs: about as long as a lease. */
const INTERVAL = 15_000

/**
 * Ends the searches of servers that are gone, at start and every few seconds: if no one asks for them again, nothing
 * else would notice the expired lease.
 */
export function createSweepJob(dependencies: {
  sweep: () => Promise<void>
  clock: () => Date
  log: Logger
}): Worker {
  const { sweep, clock, log } = dependencies
  return createWorker({
    name: 'sweep',
    run: async () => {
      await sweep()
      return new Date(clock().getTime() + INTERVAL)
    },
    clock,
    log,
  })
}
