import type { Downloads } from '../domain/downloads/downloads'
import type { Logger } from '../log'
import { createWorker, type Worker } from './schedule'

/** How long due work may go unnoticed, in milliseconds: a wake-up from another instance can get lost. */
const LOOK_AGAIN = 15_000

/** Takes up the work on wanted books: when one is approved, when its time has come, when a worker is free again. */
export function createFulfilmentJob(dependencies: {
  downloads: Pick<Downloads, 'fulfilment' | 'releaseSearch' | 'work'>
  clock: () => Date
  log: Logger
}): Worker {
  const { downloads, clock, log } = dependencies
  const { fulfilment, releaseSearch, work } = downloads
  const worker = createWorker({
    name: 'fulfilment',
    run: async () => {
      const next = await work.workDue()
      const lookAgain = clock().getTime() + LOOK_AGAIN
      return new Date(Math.min(next?.getTime() ?? lookAgain, lookAgain))
    },
    clock,
    log,
  })
  let unsubscribe: (() => void)[] = []

  return {
    start() {
      unsubscribe = [fulfilment.onWake(worker.wake), work.onWorkEnd(worker.wake)]
      worker.start()
    },
    wake: worker.wake,
    async stop(patience) {
      for (const end of unsubscribe) end()
      await Promise.all([worker.stop(patience), work.stop(patience), releaseSearch.stop(patience)])
    },
  }
}
