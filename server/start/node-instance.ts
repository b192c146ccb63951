import type { NitroApp } from 'nitropack'
import { findMigrations } from '#server/db/migrations'
import { createNodePlatform } from '#server/platform/node'
import '#server/plugins/start'
import { parseConfig } from './config'
import type { Instance } from './instance'

/**
 * Starts the server of this process, as its environment says.
 * @param entry the file of the built server, by which it starts processes and threads; null without one.
 * @throws ConfigError, or what the boot throws.
 */
export async function startNodeInstance(nitroApp: NitroApp, entry: string | null): Promise<Instance> {
  const config = parseConfig(process.env)
  const build = { migrations: findMigrations(import.meta.url), entry }
  return nitroApp.start(config, createNodePlatform(config, build))
}
