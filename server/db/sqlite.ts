import { chmodSync, closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { StartError } from '../start-error'
import { storageAdvice } from './storage-advice'
import type { Database } from './database'
import { codesOf, isBusy } from './failures'
import { sqliteKit } from './kit'
import { pendingMigrations } from './migrations'
import { createLocalSignals } from './signals'
import { defineTables } from './tables'
import { createWriteQueue } from './write-queue'

/** How long a write waits for another process that holds the file, in milliseconds. */
const BUSY_PATIENCE = 5000
/** Copies made before migrating that are kept, the newest ones. */
const COPIES_KEPT = 3

/**
 * Opens the database file, making it with mode 600 where it is missing, and brings its schema up to date;
 * before a migration the file is copied aside.
 * @param options.path absolute path of the file.
 * @param options.migrations folder that holds `sqlite/`.
 * @throws StartError when the file cannot be opened or is newer than this build.
 */
export async function openSqlite(options: { path: string; migrations: string }): Promise<Database> {
  const { path } = options
  const client = await patiently(async () => connect(path))
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

function connect(path: string): Client {
  try {
    // The write-ahead log and its index take over the mode of the file.
    closeSync(openSync(path, 'a', 0o600))
    makePrivate(path)
    return createClient({ url: pathToFileURL(path).href })
  } catch (cause) {
    if (isBusy(cause)) throw cause
    throw new StartError(
      `The database file ${path} cannot be opened: ${storageAdvice(dirname(path), cause)}`,
      { cause },
    )
  }
}

/** A file that belongs to another user keeps its mode. */
function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!codesOf(error).includes('EPERM')) throw error
  }
}

async function migrateFile(client: Client, path: string, folder: string): Promise<void> {
  const applied = await newestApplied(client)
  const pending = pendingMigrations(folder, applied)
  if (pending.length === 0) return
  if (applied !== undefined) await copyAside(client, path, `${path}.before-${pending.at(-1)}`)
  try {
    await migrate(drizzle(client), { migrationsFolder: folder })
  } catch (error) {
    // Another server that starts on the same file may have been quicker.
    if (pendingMigrations(folder, await newestApplied(client)).length > 0) throw error
  }
}

async function newestApplied(client: Client): Promise<number | undefined> {
  const table = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
  if (table.rows.length === 0) return undefined
  const newest = await client.execute('SELECT max(created_at) AS newest FROM __drizzle_migrations')
  const value = newest.rows[0]?.newest
  return value === null || value === undefined ? undefined : Number(value)
}

/** VACUUM INTO copies a consistent state, the write-ahead log included. */
async function copyAside(client: Client, path: string, copy: string): Promise<void> {
  if (existsSync(copy)) rmSync(copy)
  await client.execute({ sql: 'VACUUM INTO ?', args: [copy] })
  chmodSync(copy, 0o600)
  const prefix = `${basename(path)}.before-`
  const copies = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(path), name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const old of copies.slice(COPIES_KEPT)) rmSync(old)
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
