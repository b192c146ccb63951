import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/jobs/schedule'

/** Tells of work through a listener. @returns what ends that. */
export type Waker = (listener: () => void) => () => void

/**
 * Background work that others call for: it runs when one of them does, when it says that it is due, and in any
 * case after a while, as the call of another instance can get lost.
 * @param options.run returns when it is due next, or null for when it is called for.
 * @param options.lookAgain longest time without a run, in milliseconds.
 * @param options.end ends what the runs have begun, with the same patience as `stop`.
 */
export function createWokenWorker(options: {
  name: string
  run: () => Promise<Date | null>
  wakers: readonly Waker[]
  lookAgain: number
  end: (patience?: number) => Promise<unknown>
  clock: () => Date
  log: Logger
}): Worker {
  const { name, run, wakers, lookAgain, end, clock, log } = options
  const worker = createWorker({
    name,
    run: async () => {
      const next = await run()
      const latest = clock().getTime() + lookAgain
      return new Date(Math.min(next?.getTime() ?? latest, latest))
    },
    clock,
    log,
  })
  let unsubscribe: (() => void)[] = []

  return {
    start() {
      unsubscribe = wakers.map((waker) => waker(worker.wake))
      worker.start()
    },
    wake: worker.wake,
    async stop(patience) {
      for (const leave of unsubscribe) leave()
      await Promise.all([worker.stop(patience), end(patience)])
    },
  }
}
