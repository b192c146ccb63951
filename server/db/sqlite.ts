import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { StartError } from '../start-error'
import { looseFileAdvice, storageAdvice } from './storage-advice'
import type { Database } from './database'
import { codesOf, isBusy } from './failures'
import { sqliteKit } from './kit'
import { pendingMigrations } from './migrations'
import { createLocalSignals } from './signals'
import { defineTables } from './tables'
import { copyAside } from './sqlite-copies'
import { createWriteQueue } from './write-queue'

/** How long a write waits for another process that holds the file, in milliseconds. */
const BUSY_PATIENCE = 5000

/**
 * Opens the database file, making it with mode 600 where it is missing, and brings its schema up to date;
 * before a migration the file is copied aside.
 * @param options.path absolute path of the file.
 * @param options.migrations folder that holds `sqlite/`.
 * @param options.warn hears what should be mended although the file can be used.
 * @throws StartError when the file cannot be opened or is newer than this build.
 */
export async function openSqlite(options: {
  path: string
  migrations: string
  warn?: (advice: string) => void
}): Promise<Database> {
  const { path, warn } = options
  const client = await patiently(async () => connect(path, warn))
  try {
    await patiently(() => client.execute('PRAGMA journal_mode = WAL'))
    await patiently(() => migrateFile(client, path, join(options.migrations, 'sqlite')))
  } catch (cause) {
    client.close()
    if (cause instanceof StartError) throw cause
    throw new StartError(`The database file ${path} cannot be used: ${storageAdvice(dirname(path), cause)}`, {
      cause,
    })
  }

  const db = drizzle(client, { casing: 'snake_case' })
  const queue = createWriteQueue()

  return {
    dialect: 'sqlite',
    tables: defineTables(sqliteKit),
    read: db,
    write: (work) => queue.run(() => patiently(() => db.transaction((transaction) => work(transaction)))),
    signals: createLocalSignals(),
    async ping() {
      await client.execute('SELECT 1')
    },
    async close() {
      await queue.drained()
      client.close()
    },
  }
}

function connect(path: string, warn?: (advice: string) => void): Client {
  try {
    // The write-ahead log and its index take over the mode of the file.
    closeSync(openSync(path, 'a', 0o600))
    const advice = makePrivate(path)
    if (advice !== undefined) warn?.(advice)
    return createClient({ url: pathToFileURL(path).href })
  } catch (cause) {
    if (isBusy(cause)) throw cause
    throw new StartError(
      `The database file ${path} cannot be opened: ${storageAdvice(dirname(path), cause)}`,
      { cause },
    )
  }
}

/**
 * A file that belongs to another user keeps its mode.
 * @returns what is to be done about it where that lets others read it.
 */
function makePrivate(path: string): string | undefined {
  try {
    chmodSync(path, 0o600)
    return undefined
  } catch (error) {
    if (!codesOf(error).includes('EPERM')) throw error
    return looseFileAdvice(path, statSync(path))
  }
}

async function migrateFile(client: Client, path: string, folder: string): Promise<void> {
  const applied = await newestApplied(client)
  const pending = pendingMigrations(folder, applied)
  if (pending.length === 0) return
  if (applied !== undefined) {
    const isEarlier = async (copy: string) => (await newestAppliedIn(copy)) === applied
    await copyAside({ client, path, name: String(pending.at(-1)), isEarlier })
  }
  try {
    await migrate(drizzle(client), { migrationsFolder: folder })
  } catch (error) {
    // Another server that starts on the same file may have been quicker.
    if (pendingMigrations(folder, await newestApplied(client)).length > 0) throw error
  }
}

async function newestAppliedIn(path: string): Promise<number | undefined> {
  const client = createClient({ url: pathToFileURL(path).href })
  try {
    return await newestApplied(client)
  } finally {
    client.close()
  }
}

async function newestApplied(client: Client): Promise<number | undefined> {
  const table = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
  if (table.rows.length === 0) return undefined
  const newest = await client.execute('SELECT max(created_at) AS newest FROM __drizzle_migrations')
  const value = newest.rows[0]?.newest
  return value === null || value === undefined ? undefined : Number(value)
}

/** Another process, such as a backup, may hold the file for a moment; the event loop stays free meanwhile. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const giveUp = Date.now() + BUSY_PATIENCE
  for (let pause = 10; ; pause = Math.min(pause * 2, 250)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || Date.now() + pause > giveUp) throw error
      await sleep(pause)
    }
  }
}
