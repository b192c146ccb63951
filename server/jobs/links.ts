import { createWorker, type Worker } from '#server/async/worker'
import type { Logger } from '#server/log'

/** Milliseconds between steps, because people come first. */
const PAUSE = 100
/** Milliseconds until the next check: an earlier version may still run beside this one. */
const REST = 60 * 60_000

/**
 * Links books stored by an earlier version with their series and people, in steps.
 * @param dependencies.linkSome says whether there may be more.
 */
export function createLinksJob(dependencies: {
  linkSome: () => Promise<boolean>
  clock: () => Date
  log: Logger
}): Worker {
  const { linkSome, clock, log } = dependencies
  return createWorker({
    name: 'links',
    run: async () => new Date(clock().getTime() + ((await linkSome()) ? PAUSE : REST)),
    clock,
    log,
  })
}
