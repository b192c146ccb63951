import type { Downloads } from '../domain/downloads/downloads'
import type { Logger } from '../log'
import { createDueWorker } from './due-worker'
import type { Worker } from './schedule'

/** Takes up the work on wanted books: when one is approved, when its time has come, when a worker is free again. */
export function createFulfilmentJob(dependencies: {
  downloads: Pick<Downloads, 'fulfilment' | 'releaseSearch' | 'work'>
  clock: () => Date
  log: Logger
}): Worker {
  const { downloads, clock, log } = dependencies
  const { fulfilment, releaseSearch, work } = downloads
  return createDueWorker({
    name: 'fulfilment',
    workDue: work.workDue,
    lookAgain: 15_000,
    wakes: [fulfilment.onWake, work.onWorkEnd],
    stopWork: (patience) => Promise.all([work.stop(patience), releaseSearch.stop(patience)]),
    clock,
    log,
  })
}
