import type { Logger } from '../log'
import { createWorker, type Worker } from './schedule'

/**
 * A worker for what has its time: it looks when something is due, when it is woken, and now and then all the same.
 * @param dependencies.workDue starts what is due, and returns when something is due next.
 * @param dependencies.lookAgain milliseconds that due work may go unnoticed: a wake-up from another instance can
 *   get lost.
 * @param dependencies.wakes each calls back when there may be something to do, and returns how to stop that.
 * @param dependencies.stopWork ends what goes on.
 */
export function createDueWorker(dependencies: {
  name: string
  workDue: () => Promise<Date | null>
  lookAgain: number
  wakes: readonly ((listener: () => void) => () => void)[]
  stopWork: (patience?: number) => Promise<unknown>
  clock: () => Date
  log: Logger
}): Worker {
  const { name, workDue, lookAgain, wakes, stopWork, clock, log } = dependencies
  const worker = createWorker({
    name,
    run: async () => {
      const next = await workDue()
      const latest = clock().getTime() + lookAgain
      return new Date(Math.min(next?.getTime() ?? latest, latest))
    },
    clock,
    log,
  })
  let unsubscribe: (() => void)[] = []

  return {
    start() {
      unsubscribe = wakes.map((wake) => wake(worker.wake))
      worker.start()
    },
    wake: worker.wake,
    async stop(patience) {
      for (const end of unsubscribe) end()
      await Promise.all([worker.stop(patience), stopWork(patience)])
    },
  }
}
