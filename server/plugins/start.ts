import type { NitroApp } from 'nitropack'
import { useStorage } from 'nitropack/runtime'
import { defineNitroPlugin } from 'nitropack/runtime/plugin'
import type { App } from '#server/app'
import { boot } from '#server/start/boot'
import { builtEntry, isServing } from '#server/start/command'
import { parseConfig } from '#server/start/config'
import { findMigrations } from '#server/db/migrations'
import '#server/http/context'
import { createGateway } from '#server/http/gateway'
import { createPage } from '#server/http/page'
import { createJobs, type Jobs } from '#server/jobs/jobs'

/** How long background work waits after a start, in milliseconds: whoever waits for an answer comes first. */
const JOBS_AFTER = 500

declare module 'nitropack' {
  interface NitroApp {
    /** Settles when the server can answer; the entry waits for it before it listens. */
    ready: Promise<App>
  }
}

/** Unless the process is to do something else: boots the application once, hands it to every request, and closes it when the server stops. */
export default defineNitroPlugin((nitroApp) => {
  if (isServing(process.argv.slice(2))) nitroApp.ready = start(nitroApp)
})

/** Whatever fails, a bad variable included, rejects what the entry waits for. */
async function start(nitroApp: NitroApp): Promise<App> {
  const config = parseConfig(process.env)
  let jobs: Jobs | undefined
  let soon: NodeJS.Timeout | undefined
  const ready = boot(config, {
    migrations: findMigrations(import.meta.url),
    entry: builtEntry(import.meta.url),
  }).then(async (app) => {
    await app.forcedLoginType.settle()
    const created = createJobs(app)
    jobs = created
    soon = setTimeout(() => created.start(), JOBS_AFTER)
    return app
  })
  const page = createPage(() => useStorage('assets:client').getItem('index.html'), config.baseUrl)

  nitroApp.h3App.handler = createGateway({ inside: nitroApp.h3App.handler, app: () => ready, page })
  nitroApp.hooks.hook('close', async () => {
    const app = await ready
    clearTimeout(soon)
    await jobs?.stop()
    await app.close()
  })
  return ready
}
