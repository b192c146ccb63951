import type { TestProject } from 'vitest/node'
import { startDemo } from '../../../scripts/lib/demo'
import { launchChromiumServer } from '../../support/chromium'
import { BASES, type Base } from './surroundings'

/** A filled server without indexers that all files use; what outside services received is asked for over HTTP. */
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
    demos: Record<Base, SharedDemo>
  }
}

/** Vitest global setup: one browser for all files, and one filled server for each base path. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, root, below] = await Promise.all([
    launchChromiumServer(),
    ...BASES.map((baseUrl) => startDemo({ baseUrl, indexers: false })),
  ])
  if (root === undefined || below === undefined) throw new Error('There is a server for each base path')
  project.provide('browser', browser.wsEndpoint())
  project.provide('demos', {
    '/': { url: root.url, sink: root.sink.url },
    '/audiobooks/': { url: below.url, sink: below.sink.url },
  })
  return async () => {
    await Promise.all([browser.close(), root.stop(), below.stop()])
  }
}
