import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#server/errors/start-error'
import { looseFileAdvice, storageAdvice } from './storage-advice'
import type { Database } from './database'
import { codesOf } from './failures'
import { sqliteColumnTypes } from './column-types'
import { pendingMigrations } from './migrations'
import { createLocalSignals } from './signals'
import { defineTables } from './tables'
import { newestApplied } from './sqlite-applied'
import type { SqliteConnection } from './sqlite-connection'
import { openLocalClient, startThreadClient, type SqliteClient } from './sqlite-client'
import { removeUnfinished } from './sqlite-copies'
import { createDamage } from './sqlite-damage'
import { createKeyedReads, type KeyedReads } from './sqlite-keyed-reads'
import { assertOwnFile } from './sqlite-own-file'
import { createLockTimeout } from './sqlite-lock-timeout'
import { assertInPlace, identityOf, isInPlace, type FileIdentity } from './sqlite-place'
import { createSqlitePool } from './sqlite-pool'
import { createSqliteSpace } from './sqlite-space'
import type { SqliteValue } from './sqlite-thread.types'
import { sqliteQueries } from './sqlite-queries'
import { createSqliteWrites } from './sqlite-writes'

/** Milliseconds that a write waits for another process that has locked the file. */
const BUSY_TIMEOUT = 5000

interface SqliteOptions {
  /** Absolute path of the file. */
  path: string
  /** Folder that contains `sqlite/`. */
  migrations: string
  /** The built server's file, from which threads start; without it, calls block until the disk answers. */
  entry?: string | null
  /** Called with advice about a problem that does not prevent using the file. */
  warn?: (advice: string) => void
  /** Milliseconds to wait for another process that has locked the file. */
  timeout?: number
}

/**
 * Opens the database file, creating it with mode 600 if it is missing, and migrates its schema, after making a copy.
 * Threads do the reading and writing afterwards.
 * @throws StartError if the file cannot be opened, is newer than this build or belongs to another application.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { path, timeout = BUSY_TIMEOUT } = options
  let file: FileIdentity | undefined
  // The thread starts while this one prepares the file.
  const pool = createSqlitePool({ open: await clientOpener(options, () => file) })
  const damage = createDamage()
  const ask = (sql: string, args: SqliteValue[] = []) =>
    damage.noted(() => pool.read({ kind: 'read', sql, args }))
  const lock = createLockTimeout(timeout)
  let keyed: KeyedReads | undefined
  try {
    await prepareFile(options, () => ask('SELECT count(*) FROM sqlite_master'))
    file = identityOf(path)
    if (file) await pool.write({ kind: 'pin', file })
    if (options.entry) {
      keyed = await createKeyedReads({ path, explain: (sql) => pool.read({ kind: 'explain', sql }) })
    }
  } catch (cause) {
    await pool.close()
    if (cause instanceof StartError) throw cause
    throw new StartError(`The database file ${path} cannot be used: ${storageAdvice(dirname(path), cause)}`, {
      cause,
    })
  }
  // Overlapping transactions on one file fail with SQLITE_BUSY whatever the busy timeout, because the client's calls are
  // synchronous; one at a time, they all succeed.
  const writes = createSqliteWrites(pool.write)

  return {
    dialect: 'sqlite',
    tables: defineTables(sqliteColumnTypes),
    read: sqliteQueries(async (sql, args) => keyed?.find(sql, args) ?? ask(sql, args)),
    write: (work) => damage.noted(() => writes.transaction(lock.from(), work)),
    signals: createLocalSignals(),
    space: createSqliteSpace({
      ask,
      async shrink(pages) {
        const attempt = lock.from()
        return damage.noted(() => writes.outside(() => attempt(() => pool.write({ kind: 'shrink', pages }))))
      },
    }),
    async ping() {
      damage.assertNone()
      assertInPlace(path, file)
      await ask('SELECT 1')
    },
    trouble() {
      if (!isInPlace(path, file)) return { failure: 'replaced', path }
      return damage.isFound() ? { failure: 'damaged', path } : null
    },
    async close() {
      await writes.drained()
      keyed?.close()
      await pool.close(true)
    },
  }
}

async function clientOpener(
  { path, entry, warn }: SqliteOptions,
  file: () => FileIdentity | undefined,
): Promise<() => SqliteClient> {
  if (!entry) {
    const client = await openLocalClient(path)
    return () => client
  }
  return () => startThreadClient({ entry, path, file: file(), onLost: (error) => warn?.(String(error)) })
}

/** Value of `PRAGMA auto_vacuum` for a file that frees pages on demand. */
const INCREMENTAL = 2

/**
 * Lets the file free pages on demand. Takes effect only on an empty file; any other would have to be
 * rewritten. Skipped if already set, because setting it writes to the file.
 */
function enableFreeing(connection: SqliteConnection): void {
  const [row] = connection.run('PRAGMA auto_vacuum')
  if (row?.[0] !== INCREMENTAL) connection.run('PRAGMA auto_vacuum = INCREMENTAL')
}

/**
 * @param open opens the file for good, before this connection closes: the last one to close a file locks it
 *   for a moment.
 */
async function prepareFile(options: SqliteOptions, open: () => Promise<unknown>): Promise<void> {
  const { path, migrations, warn, timeout = BUSY_TIMEOUT } = options
  await assertOwnFile(path, join(migrations, 'sqlite'))
  makeFile(path, warn)
  await removeUnfinished(path)
  const { createConnection } = await import('./sqlite-connection')
  const connection = createConnection(path)
  const retry = <T>(work: () => T | Promise<T>) => createLockTimeout(timeout).from()(async () => work())
  try {
    await retry(() => enableFreeing(connection))
    await retry(() => connection.run('PRAGMA journal_mode = WAL'))
    await retry(() => migrate(connection, path, join(migrations, 'sqlite')))
    await retry(open)
  } finally {
    connection.close()
  }
}

function makeFile(path: string, warn?: (advice: string) => void): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // The write-ahead log and its index inherit the file's mode.
    closeSync(openSync(path, 'a', 0o600))
    const advice = makePrivate(path)
    if (advice !== undefined) warn?.(advice)
  } catch (cause) {
    throw new StartError(
      `The database file ${path} cannot be opened: ${storageAdvice(dirname(path), cause)}`,
      { cause },
    )
  }
}

/**
 * Sets the file's mode to 600; another user's file keeps its mode.
 * @returns what to do if others can read the file.
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

async function migrate(connection: SqliteConnection, path: string, folder: string): Promise<void> {
  const applied = newestApplied(connection)
  const pending = pendingMigrations(folder, applied)
  if (pending.length === 0) return
  // Loaded only if needed: most starts have nothing to migrate.
  const { migrateFile } = await import('./sqlite-migrate')
  try {
    await migrateFile({ path, folder, applied, name: String(pending.at(-1)) })
  } catch (error) {
    // Another server starting on the same file may have migrated it first.
    if (pendingMigrations(folder, newestApplied(connection)).length > 0) throw error
  }
}
