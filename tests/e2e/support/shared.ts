import type { TestProject } from 'vitest/node'
import { startDemo, type DemoOptions } from '#scripts/lib/demo'
import { launchChromiumServer } from '#tests/support/chromium'
import { BASES, type Base } from './surroundings'

/** A filled server that all files use; what outside services received is asked for over HTTP. */
export interface SharedDemo {
  /** With a slash at its end. */
  url: string
  /** Address of the webhook sink. */
  sink: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of the run listens. */
    browser: string
    /** Servers without indexers, where requests wait. */
    demos: Record<Base, SharedDemo>
    /** Servers with indexers, which grab what is approved. */
    working: Record<Base, SharedDemo>
  }
}

/** Vitest global setup: one browser for all files, and two filled servers for each base path. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, waiting, working] = await Promise.all([
    launchChromiumServer(),
    startEverywhere({ indexers: false }),
    startEverywhere({ indexers: true }),
  ])
  project.provide('browser', browser.wsEndpoint())
  project.provide('demos', waiting.shared)
  project.provide('working', working.shared)
  return async () => {
    await Promise.all([browser.close(), waiting.stop(), working.stop()])
  }
}

/** One server for each base path. */
async function startEverywhere(options: DemoOptions) {
  const [root, below] = await Promise.all(BASES.map((baseUrl) => startDemo({ ...options, baseUrl })))
  if (root === undefined || below === undefined) throw new Error('There is a server for each base path')
  const shared: Record<Base, SharedDemo> = {
    '/': { url: root.url, sink: root.sink.url },
    '/audiobooks/': { url: below.url, sink: below.sink.url },
  }
  return {
    shared,
    async stop(): Promise<void> {
      await Promise.all([root.stop(), below.stop()])
    },
  }
}
