import { createWorker, type Worker } from '#server/async/worker'
import type { Logger } from '#server/log'

/** Milliseconds between two steps: what people do goes first. */
const PAUSE = 100
/** Milliseconds until it is looked again: a former version may still run beside this one. */
const REST = 60 * 60_000

/**
 * Joins the books that a former version has stored with their series and people, some at a time.
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
