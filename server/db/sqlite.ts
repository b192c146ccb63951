import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { StartError } from '#server/start/start-error'
import { looseFileAdvice, storageAdvice } from './storage-advice'
import type { Database } from './database'
import { codesOf, isBusy } from './failures'
import { sqliteKit } from './kit'
import { pendingMigrations } from './migrations'
import { createLocalSignals } from './signals'
import { defineTables } from './tables'
import { copyAside } from './sqlite-copies'
import { openLocalLine, startThreadLine, type SqliteLine } from './sqlite-line'
import { createKeyedReads, type KeyedReads } from './sqlite-keyed-reads'
import { createLines } from './sqlite-lines'
import type { SqliteValue } from './sqlite-thread.types'
import { inSqliteTransaction, sqliteQueries } from './sqlite-transaction'
import { createWriteQueue } from './write-queue'

/** How long a write waits for another process that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 5000

interface SqliteOptions {
  /** Absolute path of the file. */
  path: string
  /** Folder that holds `sqlite/`. */
  migrations: string
  /** The file of the built server, by which threads start; without one, everything waits for the disk. */
  entry?: string | null
  /** Hears what should be mended although the file can be used. */
  warn?: (advice: string) => void
  /** How long to wait for another process that holds the file, in milliseconds. */
  timeout?: number
}

/**
 * Opens the database file, making it with mode 600 where it is missing, and brings its schema up to date;
 * before a migration the file is copied aside. What is read and written afterwards, threads read and write.
 * @throws StartError when the file cannot be opened or is newer than this build.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { path, timeout = BUSY_TIMEOUT } = options
  // It starts while this thread looks after the file.
  const lines = createLines({ open: await lineOpener(options) })
  const ask = (sql: string, args: SqliteValue[]) => lines.read({ kind: 'read', sql, args })
  let keyed: KeyedReads | undefined
  try {
    await prepareFile(options, () => ask('SELECT count(*) FROM sqlite_master', []))
    if (options.entry) {
      keyed = await createKeyedReads({ path, explain: (sql) => lines.read({ kind: 'explain', sql }) })
    }
  } catch (cause) {
    await lines.close()
    if (cause instanceof StartError) throw cause
    throw new StartError(`The database file ${path} cannot be used: ${storageAdvice(dirname(path), cause)}`, {
      cause,
    })
  }
  const queue = createWriteQueue()

  return {
    dialect: 'sqlite',
    tables: defineTables(sqliteKit),
    read: sqliteQueries(async (sql, args) => keyed?.find(sql, args) ?? ask(sql, args)),
    write: (work) =>
      queue.run(() => retryUntilTimeout(timeout, () => inSqliteTransaction(lines.write, work))),
    signals: createLocalSignals(),
    async ping() {
      await ask('SELECT 1', [])
    },
    async close() {
      await queue.drained()
      keyed?.close()
      await lines.close()
    },
  }
}

async function lineOpener({ path, entry, warn }: SqliteOptions): Promise<() => SqliteLine> {
  if (!entry) {
    const line = await openLocalLine(path)
    return () => line
  }
  return () => startThreadLine({ entry, path, onLost: (error) => warn?.(String(error)) })
}

/** @param open opens the file for good; the last one to close it would hold it meanwhile. */
async function prepareFile(options: SqliteOptions, open: () => Promise<unknown>): Promise<void> {
  const { path, migrations, warn, timeout = BUSY_TIMEOUT } = options
  const client = await retryUntilTimeout(timeout, async () => connect(path, warn))
  const insist = <T>(work: () => Promise<T>) => exclusively(client, timeout, work)
  try {
    await insist(() => client.execute('PRAGMA journal_mode = WAL'))
    await insist(() => migrateFile(client, path, join(migrations, 'sqlite')))
    await retryUntilTimeout(timeout, open)
  } finally {
    client.close()
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

/**
 * Does work on a client that nothing else uses meanwhile, as often as {@link retryUntilTimeout} does. The driver leaves a
 * statement that was refused as busy open until it is collected as garbage, and as long as it is, its connection
 * reads what was there at that moment and may not write: the next try gets a new one.
 */
function exclusively<T>(client: Client, timeout: number, work: () => Promise<T>): Promise<T> {
  return retryUntilTimeout(timeout, async () => {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      client.reconnect()
      throw error
    }
  })
}

/** Another process, such as a backup, may hold the file for a moment; the event loop stays free meanwhile. */
async function retryUntilTimeout<T>(timeout: number, work: () => Promise<T>): Promise<T> {
  const giveUp = Date.now() + timeout
  for (let pause = 10; ; pause = Math.min(pause * 2, 250)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || Date.now() + pause > giveUp) throw error
      await sleep(pause)
    }
  }
}
