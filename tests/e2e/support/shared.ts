import type { TestProject } from 'vitest/node'
import { startDemo, type DemoOptions } from '#scripts/lib/demo'
import { launchChromiumServer } from '#tests/support/chromium'
import { BASES, type Base } from './surroundings'
import { E2E_WORKERS } from './workers'

/** A filled server that all files use; what outside services received is asked for over HTTP. */
export interface SharedDemo {
  /** With a slash at its end. */
  url: string
  /** Address of the webhook sink. */
  sink: string
}

/** What the files of one worker share, one after another. */
export interface SharedByWorker {
  /** Where their browser listens. */
  browser: string
  /** Servers without indexers, where requests wait. */
  demos: Record<Base, SharedDemo>
  /** Servers with indexers, which grab what is approved. */
  working: Record<Base, SharedDemo>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What the files of one worker share; files that run at the same time share nothing. */
    e2eWorkers: SharedByWorker[]
  }
}

/** Vitest global setup: for each worker one browser, and two filled servers for each base path. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = await Promise.all(Array.from({ length: E2E_WORKERS }, startForWorker))
  project.provide(
    'e2eWorkers',
    workers.map(({ shared }) => shared),
  )
  return async () => {
    await Promise.all(workers.map(({ stop }) => stop()))
  }
}

async function startForWorker() {
  const [browser, waiting, working] = await Promise.all([
    launchChromiumServer(),
    startEverywhere({ indexers: false }),
    startEverywhere({ indexers: true }),
  ])
  const shared: SharedByWorker = {
    browser: browser.wsEndpoint(),
    demos: waiting.shared,
    working: working.shared,
  }
  return {
    shared,
    async stop(): Promise<void> {
      await Promise.all([browser.close(), waiting.stop(), working.stop()])
    },
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
