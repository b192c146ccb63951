import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { Logger } from '#server/log'
import { createPollingWorker, type Worker } from '#server/async/worker'

/** Works on wanted books: when one is approved, when one is due, when a worker becomes free. */
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
