import { createWorker, type Worker } from '#server/async/worker'
import { LOOK_EVERY } from '#server/domain/library/arrival.rules'
import type { Arrivals } from '#server/domain/library/arrival.service'
import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { Logger } from '#server/log'

/** Ends the wait for books that the library has: checks when a download completes, and every minute. */
export function createArrivalsJob(dependencies: {
  arrivals: Pick<Arrivals, 'lookForArrivals'>
  demand: Pick<FulfilmentFeature['demand'], 'onWake'>
  clock: () => Date
  log: Logger
}): Worker {
  const { arrivals, demand, clock, log } = dependencies
  return createWorker({
    name: 'arrivals',
    run: async (signal) => {
      await arrivals.lookForArrivals(signal)
      return new Date(clock().getTime() + LOOK_EVERY)
    },
    wakers: [demand.onWake],
    clock,
    log,
  })
}
