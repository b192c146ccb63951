import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { Logger } from '#server/log'
import { createPollingWorker, type Worker } from '#server/async/worker'

/** Follows what was grabbed with the download clients: when one is due, and when something was grabbed. */
export function createDownloadsJob(dependencies: {
  fulfilment: Pick<FulfilmentFeature, 'demand' | 'following' | 'worker'>
  clock: () => Date
  log: Logger
}): Worker {
  const { fulfilment, clock, log } = dependencies
  const { demand, following, worker } = fulfilment
  return createPollingWorker({
    name: 'downloads',
    run: following.followDue,
    wakers: [demand.onWake, worker.onWorkEnd],
    pollEvery: 15_000,
    end: async () => undefined,
    clock,
    log,
  })
}
