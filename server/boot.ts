import { constants, accessSync, mkdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { createApp, type App } from './app'
import type { Config } from './config'
import type { Database } from './db/database'
import { openPostgres } from './db/postgres'
import { withoutParameters } from './db/shown-error'
import { openSqlite } from './db/sqlite'
import { storageAdvice } from './db/storage-advice'
import { readSecretKey } from './domain/settings/drivers/secret-key-file'
import { createLog, type Logger } from './log'
import { StartError } from './start-error'
import { version } from './version'

/**
 * Brings everything up in the order that lets a bad start fail before anything is changed: directory, secret
 * key, database and its schema, the key against the database, the first administrator.
 * @param options.migrations folder that holds `sqlite/` and `postgres/`.
 * @throws StartError with a message for the person who runs the server.
 */
export async function boot(config: Config, options: { migrations: string }): Promise<App> {
  const log = createLog({
    level: config.logLevel,
    terminal: process.stdout.isTTY === true,
    write: (line) => void process.stdout.write(line),
  })
  prepareDirectory(config.configDir)
  const secretKey = config.secretKey ?? (await readSecretKey(config.configDir, storageAdvice))
  const database = await openDatabase(config, options.migrations, log)
  try {
    const app = createApp({
      config,
      database,
      log,
      clock: () => new Date(),
      fetch: globalThis.fetch,
      secretKey,
      version,
    })
    await app.settings.verifySecretKey()
    await app.setup.initialiseFromEnvironment()
    return app
  } catch (error) {
    await database.close()
    throw error instanceof StartError ? error : withoutParameters(error)
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

async function openDatabase(config: Config, migrations: string, log: Logger): Promise<Database> {
  if (!config.usePostgres) {
    const path = isAbsolute(config.sqlitePath) ? config.sqlitePath : join(config.configDir, config.sqlitePath)
    return openSqlite({ path, migrations, warn: (advice) => log.warn('{advice}', { advice }) })
  }
  return openPostgres({
    address: {
      host: config.postgresHost,
      port: config.postgresPort,
      database: config.postgresDatabase,
      user: config.postgresUser,
      password: config.postgresPassword,
      sslMode: config.postgresSslMode,
    },
    migrations,
    onError: (error) => log.error('The database connection reports: {error}', { error }),
  })
}
