import type { Downloads } from '#server/domain/fulfilment/feature'
import type { Logger } from '#server/log'
import type { Worker } from './schedule'
import { createWokenWorker } from '#server/async/worker'

/** Takes up the work on wanted books: when one is approved, when its time has come, when a worker is free again. */
export function createFulfilmentJob(dependencies: {
  downloads: Pick<Downloads, 'fulfilment' | 'releaseSearch' | 'work'>
  clock: () => Date
  log: Logger
}): Worker {
  const { downloads, clock, log } = dependencies
  const { fulfilment, releaseSearch, work } = downloads
  return createWokenWorker({
    name: 'fulfilment',
    run: work.workDue,
    wakers: [fulfilment.onWake, work.onWorkEnd],
    lookAgain: 15_000,
    end: (patience) => Promise.all([work.stop(patience), releaseSearch.stop(patience)]),
    clock,
    log,
  })
}
