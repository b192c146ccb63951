import { inject } from 'vitest'
import type { SharedByWorker } from './shared'

/** What the global setup started for the worker that runs this file. */
export function ownWorker(): SharedByWorker {
  const workers = inject('e2eWorkers')
  const own = workers[Number(process.env['VITEST_POOL_ID']) - 1]
  if (own === undefined) throw new Error(`Journeys run in ${workers.length} workers and no more`)
  return own
}
