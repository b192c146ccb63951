import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between runs. */
const INTERVAL = 60 * 60_000
/** Maximum milliseconds between failed runs: what cannot be deleted now will hardly be deletable in a few seconds. */
const LONGEST_PAUSE = 10 * 60_000

/**
 * Deletes old rows once an hour and on demand.
 * @param dependencies.tasks each deletes one kind of rows in small steps, and ends soon after its signal aborts; one
 *   that fails does not stop the others.
 * @param dependencies.onWanted subscribes to demands. Returns a function that unsubscribes.
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
