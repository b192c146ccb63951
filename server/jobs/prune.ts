import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between two runs. */
const INTERVAL = 60 * 60_000
/** Milliseconds between two runs that fail: what cannot be removed now is hardly gone in a few seconds. */
const LONGEST_PAUSE = 10 * 60_000

/**
 * Removes what nobody needs any more, once an hour and when it is called for.
 * @param dependencies.tasks each removes one kind of rows, a few at a time, and ends soon when its signal says that the
 *   server stops; one that fails does not keep the others from theirs.
 * @param dependencies.onWanted hears of calls. Returns what ends that.
 */
export function createPruneJob(dependencies: {
  tasks: readonly ((signal: AbortSignal) => Promise<unknown>)[]
  onWanted: (listener: () => void) => () => void
  clock: () => Date
  log: Logger
}): Worker {
  const { tasks, onWanted, clock, log } = dependencies
  return createWorker({
    name: 'prune',
    run: async (signal) => {
      const failures: unknown[] = []
      for (const task of tasks) {
        if (signal.aborted) break
        await task(signal).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
      return new Date(clock().getTime() + INTERVAL)
    },
    wakers: [onWanted],
    longestPause: LONGEST_PAUSE,
    clock,
    log,
  })
}
