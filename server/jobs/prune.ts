import type { Logger } from '#server/log'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between two runs. */
const INTERVAL = 60 * 60_000

/**
 * Removes what nobody needs any more, once an hour.
 * @param dependencies.tasks each removes one kind of rows; one that fails does not keep the others from theirs.
 */
export function createPruneJob(dependencies: {
  tasks: readonly (() => Promise<unknown>)[]
  clock: () => Date
  log: Logger
}): Worker {
  const { tasks, clock, log } = dependencies
  return createWorker({
    name: 'prune',
    run: async (signal) => {
      const failures: unknown[] = []
      for (const task of tasks) {
        if (signal.aborted) break
        await task().catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
      return new Date(clock().getTime() + INTERVAL)
    },
    clock,
    log,
  })
}
