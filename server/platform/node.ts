import { constants, accessSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Database } from '#server/db/database'
import { databaseFailure } from '#server/db/failures'
import { storageAdvice } from '#server/db/storage-advice'
import { argon2 } from '#server/domain/auth/drivers/argon2'
import { createCoverFiles } from '#server/domain/catalogue/drivers/cover-files'
import { createCoverImage } from '#server/domain/catalogue/drivers/cover-image'
import { createCoverProcess } from '#server/domain/catalogue/drivers/cover-process'
import { createConfigurationFile } from '#server/domain/integrations/drivers/configuration-file'
import { readSecretKey, secretKeyPath } from '#server/domain/settings/drivers/secret-key-file'
import { createLog, type Logger } from './log'
import type { Config } from './config'
import { postgresAddress, sqliteFile } from './database-address'
import { runtime } from './runtime'
import { causesOf } from '#server/errors/causes'
import { StartError } from '#server/errors/start-error'
import type { Timed } from './start-steps'
import { createPublicRequest } from '#server/upstream/public-request'
import type { Drivers, Platform } from './platform'

/** The locations of this build's parts. */
interface Build {
  /** Folder that contains `sqlite/` and `postgres/`. */
  migrations: string
  /** The built server's file, from which processes and threads start; null without one. */
  entry: string | null
}

/** Node, with a config directory and a database file in it, or PostgreSQL. */
export function createNodePlatform(config: Config, build: Build): Platform {
  const log = createLog({
    level: config.logLevel,
    terminal: process.stdout.isTTY === true,
    write: (line) => void process.stdout.write(line),
  })
  return {
    runtime,
    uptime: () => performance.now(),
    log,
    drivers: createNodeDrivers({ config, entry: build.entry, clock: () => new Date(), log }),
    async open(timed) {
      prepareDirectory(config.configDir)
      const { configDir, secretKey } = config
      // First the database, so that a directory of another application gets no key either.
      const database = await openDatabase({ config, ...build, log, timed })
      return {
        database,
        advise: (cause) => adviceOn(config, cause),
        secretKey: async (mayMake) =>
          secretKey ?? readSecretKey(configDir, { advise: storageAdvice, mayMake }),
        secretKeySource:
          secretKey === undefined ? `the file ${secretKeyPath(configDir)}` : 'SVC_APP__SECRET_KEY',
      }
    },
  }
}

/** The services' drivers on Node. */
export function createNodeDrivers({
  config,
  entry,
  clock,
  log,
}: { config: Pick<Config, 'configDir'>; clock: () => Date; log: Logger } & Pick<Build, 'entry'>): Drivers {
  return {
    hasher: argon2,
    coverFiles: createCoverFiles({ directory: join(config.configDir, 'covers'), clock, log }),
    coverImage: entry === null ? createCoverImage() : createCoverProcess({ entry }),
    configurationFile: createConfigurationFile({ log }),
    publicRequest: createPublicRequest(),
    machine: hostname(),
  }
}

function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartError(
      `The config directory ${directory} cannot be used: ${storageAdvice(directory, cause)} Or set SVC_APP__CONFIG_DIR to another directory.`,
      { cause },
    )
  }
}

function adviceOn(config: Config, cause: unknown): string | undefined {
  if (databaseFailure(cause) === undefined) return undefined
  if (config.usePostgres) {
    const { postgresHost, postgresPort, postgresDatabase } = config
    return `PostgreSQL database ${postgresDatabase} at ${postgresHost}:${postgresPort} fails: ${causesOf(cause).at(-1)?.message}. Check that it runs and accepts changes.`
  }
  const path = sqliteFile(config)
  return `The database file ${path} cannot be used: ${storageAdvice(dirname(path), cause)}`
}

/** Opens the database. Loads only the driver in use. */
async function openDatabase({
  config,
  migrations,
  entry,
  log,
  timed,
}: { config: Config; log: Logger; timed: Timed } & Build): Promise<Database> {
  if (!config.usePostgres) {
    const { openSqlite } = await import('#server/db/sqlite')
    const path = sqliteFile(config)
    const warn = (advice: string) => log.warn('{advice}', { advice })
    return timed('opening the database file', () => openSqlite({ path, migrations, entry, warn }))
  }
  const { openPostgres } = await import('#server/db/postgres')
  return openPostgres({
    address: postgresAddress(config),
    connections: config.postgresPoolSize,
    migrations,
    timed,
    onError: (error) => log.error('Database connection failed: {error}', { error }),
    onSilence: () =>
      log.warn(
        'Live events fall back to polling: NOTIFY does not reach the LISTEN of this server, probably because of a connection pooler in transaction mode. Updates from other instances arrive up to 15 seconds late.',
      ),
  })
}
