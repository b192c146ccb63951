import { createWorker, type Worker } from '#server/async/worker'
import type { LibraryFeature } from '#server/domain/library/feature'
import type { Logger } from '#server/log'

/** Milliseconds between checks for due work. */
const INTERVAL = 60_000

/** Keeps the copy of the media servers' contents up to date. */
export function createLibraryJob(dependencies: {
  library: Pick<LibraryFeature, 'refresh'>
  clock: () => Date
  log: Logger
}): Worker {
  const { library, clock, log } = dependencies
  return createWorker({
    name: 'library',
    run: async (signal) => {
      await library.refresh(signal)
      return new Date(clock().getTime() + INTERVAL)
    },
    clock,
    log,
  })
}
