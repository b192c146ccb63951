import { afterAll, beforeAll } from 'vitest'
import { startDemo, type Demo, type DemoOptions } from '#scripts/lib/demo'
import type { SharedDemo } from './shared'
import type { Base } from './surroundings'
import { ownWorker } from './worker'

/** The filled server of a base path, which other files use too; requests wait there, as it has no indexers. */
export function sharedDemo(base: Base): SharedDemo {
  return ownWorker().demos[base]
}

/** One with indexers, which other files use too: what is approved is looked for and grabbed there. */
export function workingDemo(base: Base): SharedDemo {
  return ownWorker().working[base]
}

/**
 * A server of its own for the calling suite, whose outside services the suite may make misbehave. Without
 * indexers, unless the options say otherwise.
 */
export function useOwnDemo(options: DemoOptions): () => Demo {
  let demo: Demo | undefined
  beforeAll(async () => {
    demo = await startDemo({ indexers: false, ...options })
  })
  afterAll(() => demo?.stop())
  return () => {
    if (demo === undefined) throw new Error('The server is not up yet')
    return demo
  }
}
