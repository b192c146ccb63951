import type { TestProject } from 'vitest/node'
import { startDemo, type DemoOptions } from '#scripts/lib/demo'
import { allStarted, startLender, type Startable } from './lender'
import type { Demos, Lent } from './lent'
import { BASES, QUICK } from './environments'

/**
 * Vitest global setup: starts servers when a file needs them and all are in use, so there are never
 * more than files that run at the same time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const lender = await startLender<Lent>({
    waiting: () => startEverywhere({ indexers: false }),
    working: () => startEverywhere({ indexers: true }),
  })
  project.provide('e2eLender', lender.url)
  return lender.stop
}

/** One server for each base path. */
async function startEverywhere(options: DemoOptions): Promise<Startable<Demos>> {
  const [root, below] = await allStarted(BASES.map((baseUrl) => startDemo({ ...QUICK, ...options, baseUrl })))
  if (root === undefined || below === undefined) throw new Error('A base path has no server')
  return {
    value: {
      '/': { url: root.url, sink: root.sink.url },
      '/audiobooks/': { url: below.url, sink: below.sink.url },
    },
    async stop(): Promise<void> {
      await Promise.all([root.stop(), below.stop()])
    },
  }
}
