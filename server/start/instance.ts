import type { EventHandler } from 'h3'
import { useStorage } from 'nitropack/runtime'
import type { App } from '#server/app'
import { createGateway } from '#server/http/gateway'
import { createPage } from '#server/http/page'
import { createJobs } from '#server/jobs/jobs'
import type { Platform } from '#server/platform/platform'
import { boot } from './boot'
import type { Config } from '#server/platform/config'

/** Milliseconds before background work begins after a start, so that waiting requests are served first. */
const JOBS_AFTER = 500

/** A running server. */
export interface Instance {
  app: App
  /** Answers every request. */
  handler: EventHandler
  /** Stops background work and closes the database. */
  stop(): Promise<void>
}

/**
 * Boots one application with its background work, and puts the gateway in front of `inside`.
 * @param inside handles every request, with paths under the base path.
 * @throws what the boot throws.
 */
export async function startInstance(
  config: Config,
  platform: Platform,
  inside: EventHandler,
): Promise<Instance> {
  const app = await boot(config, platform)
  await app.forcedLoginType.settle()
  const jobs = createJobs(app)
  const soon = setTimeout(() => jobs.start(), JOBS_AFTER)
  const page = createPage(() => useStorage('assets:client').getItem('index.html'), config.baseUrl)
  return {
    app,
    handler: createGateway({ inside, app, page }),
    async stop() {
      clearTimeout(soon)
      await jobs.stop()
      await app.close()
    },
  }
}
