import type { IndexerFile } from '#server/domain/integrations/file.service'
import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/async/worker'

/** Applies the configuration file to the indexers: when it changes, and every few seconds. */
export function createIndexerFileJob(dependencies: {
  file: Pick<IndexerFile, 'look' | 'onWake' | 'close'>
  clock: () => Date
  log: Logger
}): Worker {
  const { file, clock, log } = dependencies
  const worker = createWorker({
    name: 'indexer file',
    run: () => file.look(),
    wakers: [file.onWake],
    clock,
    log,
  })

  return {
    ...worker,
    async stop(timeout) {
      await worker.stop(timeout)
      await file.close()
    },
  }
}
