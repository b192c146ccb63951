import type { App } from '#server/app'
import { createWorker, type Worker } from '#server/async/worker'

/** Milliseconds between two looks: an ended sign-in has nothing open a second later. */
const INTERVAL = 500

/** Ends the open streams of sign-ins that are over, also where no signal says so. */
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
