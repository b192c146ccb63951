import type { NitroApp } from 'nitropack'
import { findMigrations } from '#server/db/migrations'
import { createNodePlatform } from '#server/platform/node'
import { parseConfig } from '#server/platform/config'
import type { Instance } from './instance'

/**
 * Starts the server of this process from its environment.
 * @param entry the built server's file, from which it starts processes and threads; null without one.
 * @throws ConfigError, or what the boot throws.
 */
export async function startNodeInstance(nitroApp: NitroApp, entry: string | null): Promise<Instance> {
  const config = parseConfig(process.env)
  const build = { migrations: findMigrations(import.meta.url), entry }
  return nitroApp.start(config, createNodePlatform(config, build))
}
