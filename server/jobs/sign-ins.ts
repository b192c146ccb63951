import type { App } from '#server/app'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between checks: an ended sign-in has no open streams a second later. */
const INTERVAL = 500

/** Closes the streams of ended sign-ins, even without a signal. */
export function createSignInsJob({
  standing,
  live,
  clock,
  log,
}: Pick<App, 'standing' | 'live' | 'clock' | 'log'>): Worker {
  return createWorker({
    name: 'sign-ins',
    run: async () => {
      await standing.watch(live.clients())
      return new Date(clock().getTime() + INTERVAL)
    },
    clock,
    log,
  })
}
