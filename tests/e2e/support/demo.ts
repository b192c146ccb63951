import { afterAll, beforeAll } from 'vitest'
import { startDemo, type Demo, type DemoOptions } from '#scripts/lib/demo'
import { QUICK } from './environments'

/**
 * A separate server for the calling suite, which may make its outside services misbehave. Without
 * indexers, unless the options say otherwise.
 */
export function useOwnDemo(options: DemoOptions): () => Demo {
  let demo: Demo | undefined
  beforeAll(async () => {
    demo = await startDemo({ indexers: false, ...QUICK, ...options })
  })
  afterAll(() => demo?.stop())
  return () => {
    if (demo === undefined) throw new Error('The server is not up yet')
    return demo
  }
}
