import { constants, accessSync, mkdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { createApp, type App } from '#server/app'
import type { Config } from './config'
import type { Database } from '#server/db/database'
import { withoutParameters } from '#server/db/shown-error'
import { storageAdvice } from '#server/db/storage-advice'
import { createCoverProcess } from '#server/domain/catalogue/drivers/cover-process'
import { readSecretKey } from '#server/domain/settings/drivers/secret-key-file'
import { createLog, type Logger } from '#server/log'
import { StartError } from './start-error'
import { createStartSteps, type Timed } from './start-steps'
import { runtime } from './runtime'
import { version } from './version'

/**
 * Brings everything up in the order that lets a bad start fail before anything is changed: directory, secret
 * key, database and its schema, the key against the database, the first administrator.
 * @param options.entry the file of the built server, by which it starts processes and threads of its own; null without one.
 * @param options.migrations folder that holds `sqlite/` and `postgres/`.
 * @throws StartError with a message for the person who runs the server.
 */
export async function boot(
  config: Config,
  options: { migrations: string; entry: string | null },
): Promise<App> {
  const log = createLog({
    level: config.logLevel,
    terminal: process.stdout.isTTY === true,
    write: (line) => void process.stdout.write(line),
  })
  log.info('Starting Earmark {version} on {runtime}', { version, runtime })
  const { timed, summary } = createStartSteps({
    now: () => performance.now(),
    tellStep: (step) => log.info('Still starting: {step}', { step }),
  })
  prepareDirectory(config.configDir)
  const secretKey = config.secretKey ?? (await readSecretKey(config.configDir, storageAdvice))
  const database = await openDatabase(config, { ...options, log, timed })
  try {
    const app = createApp({
      config,
      database,
      log,
      clock: () => new Date(),
      fetch: globalThis.fetch,
      ...(options.entry !== null && { coverImage: createCoverProcess({ entry: options.entry }) }),
      secretKey,
      version,
    })
    await timed('checking the secret key', () => app.settings.verifySecretKey())
    await timed('looking for a first administrator', () => app.setup.initialiseFromEnvironment())
    const long = summary()
    if (long) log.info('Starting took {seconds} s: {steps}', long)
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

/** Loads the driver in use alone. */
async function openDatabase(
  config: Config,
  { migrations, entry, log, timed }: { migrations: string; entry: string | null; log: Logger; timed: Timed },
): Promise<Database> {
  if (!config.usePostgres) {
    const { openSqlite } = await import('#server/db/sqlite')
    const path = isAbsolute(config.sqlitePath) ? config.sqlitePath : join(config.configDir, config.sqlitePath)
    const warn = (advice: string) => log.warn('{advice}', { advice })
    return timed('opening the database file', () => openSqlite({ path, migrations, entry, warn }))
  }
  const { openPostgres } = await import('#server/db/postgres')
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
    timed,
    onError: (error) => log.error('Database connection failed: {error}', { error }),
    onSilence: () =>
      log.warn(
        'Live events fall back to polling: NOTIFY does not reach the LISTEN of this server, probably because of a connection pooler in transaction mode. Updates from other instances arrive up to 15 seconds late.',
      ),
  })
}
