import type { NitroApp } from 'nitropack'
import { findMigrations } from '#server/db/migrations'
import { createNodePlatform } from '#server/platform/node'
import { parseConfig } from '#server/platform/config'
import { withSecretFiles } from '#server/platform/secret-files'
import { unknownVariables } from '#server/platform/unknown-variables'
import type { Instance } from './instance'

/**
 * Starts the server of this process from its environment.
 * @param entry the built server's file, from which it starts processes and threads; null without one.
 * @throws ConfigError, or what the boot throws.
 */
export async function startNodeInstance(nitroApp: NitroApp, entry: string | null): Promise<Instance> {
  const config = parseConfig(withSecretFiles(process.env))
  const build = { migrations: findMigrations(import.meta.url), entry }
  const platform = createNodePlatform(config, build)
  for (const advice of unknownVariables(process.env)) platform.log.warn('{advice}', { advice })
  return nitroApp.start(config, platform)
}
