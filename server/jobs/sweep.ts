import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between two runs: about as long as a lease. */
const INTERVAL = 15_000

/**
 * Ends what servers that have gone left under way, when this one starts and every few seconds: of what nobody asks
 * for again, nobody else would notice that its lease is over.
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
