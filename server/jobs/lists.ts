import type { App } from '#server/app'
import { createPollingWorker, type Worker } from '#server/async/worker'
import type { Logger } from '#server/log'

/** Matches and requests imported books: when a list arrives, and what another server left undone. */
export function createListsJob(dependencies: {
  lists: Pick<App['lists'], 'workDue' | 'onWake' | 'stop'>
  clock: () => Date
  log: Logger
}): Worker {
  const { lists, clock, log } = dependencies
  return createPollingWorker({
    name: 'lists',
    run: lists.workDue,
    wakers: [lists.onWake],
    pollEvery: 15_000,
    end: lists.stop,
    clock,
    log,
  })
}
