import { createWorker, type Worker } from '#server/async/worker'
import { LOOK_EVERY } from '#server/domain/library/arrival.rules'
import type { Arrivals } from '#server/domain/library/arrival.service'
import type { Logger } from '#server/log'

/** Ends what is waited for when the library has it. */
export function createArrivalsJob(dependencies: {
  arrivals: Pick<Arrivals, 'lookForArrivals'>
  clock: () => Date
  log: Logger
}): Worker {
  const { arrivals, clock, log } = dependencies
  return createWorker({
    name: 'arrivals',
    run: async (signal) => {
      await arrivals.lookForArrivals(signal)
      return new Date(clock().getTime() + LOOK_EVERY)
    },
    clock,
    log,
  })
}
