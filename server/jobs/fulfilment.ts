import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { Logger } from '#server/log'
import { createPollingWorker, type Worker } from '#server/async/worker'

/** Takes up the work on wanted books: when one is approved, when its time has come, when a worker is free again. */
export function createFulfilmentJob(dependencies: {
  fulfilment: Pick<FulfilmentFeature, 'demand' | 'releaseSearch' | 'worker'>
  clock: () => Date
  log: Logger
}): Worker {
  const { fulfilment, clock, log } = dependencies
  const { demand, releaseSearch, worker } = fulfilment
  return createPollingWorker({
    name: 'fulfilment',
    run: worker.workDue,
    wakers: [demand.onWake, worker.onWorkEnd],
    pollEvery: 15_000,
    end: (timeout) => Promise.all([worker.stop(timeout), releaseSearch.stop(timeout)]),
    clock,
    log,
  })
}
