import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { Logger } from '#server/log'
import { createPollingWorker, type Worker } from '#server/async/worker'

interface Dependencies {
  fulfilment: Pick<FulfilmentFeature, 'demand' | 'following' | 'worker'>
  clock: () => Date
  log: Logger
}

/** Follows grabbed releases in the download clients: when one is due, and after a grab. */
export function createDownloadsJob(dependencies: Dependencies): Worker {
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

/** Asks the history for download ids, separately from the clients: it may be slow or down. */
export function createIdentifyJob({ fulfilment, clock, log }: Dependencies): Worker {
  const { demand, following, worker } = fulfilment
  return createPollingWorker({
    name: 'download-ids',
    run: following.identifyDue,
    wakers: [demand.onWake, worker.onWorkEnd],
    pollEvery: 60_000,
    end: async () => undefined,
    clock,
    log,
  })
}
