import { closeSync, copyFileSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from '#server/errors/start-error'
import { codesOf } from './failures'
import { belongsToAnother } from './foreign-tables'
import { knownMigrations } from './migrations'
import type { SqliteConnection } from './sqlite-connection'

/** How every SQLite file begins; https://www.sqlite.org/fileformat.html#magic_header_string */
const MAGIC = 'SQLite format 3\0'

type Owner = 'earmark' | 'nobody' | { tables: string[] }

/**
 * Ensures that a file may be written: it is missing, empty, or Earmark's. Reads it without locks or companions, so that
 * no other application's file changes.
 * @param path absolute path of the file.
 * @param folder the migrations of SQLite.
 * @throws StartError if the file belongs to another application; SQLite's error if it is damaged.
 */
export async function assertOwnFile(path: string, folder: string): Promise<void> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return
  if (!isSqlite(path)) {
    throw new StartError(
      `The file ${path} is not an SQLite database, so it is not Earmark’s, or it is damaged. Nothing was changed. ${OTHER_FILE}`,
    )
  }
  const first = knownMigrations(folder)[0]?.when
  const owner = await ownerOf(path, first)
  if (typeof owner !== 'object') return
  throw new StartError(`${belongsToAnother(`The database file ${path}`, owner.tables)} ${OTHER_FILE}`)
}

const OTHER_FILE =
  'Give Earmark a config directory of its own (another volume, or SVC_APP__CONFIG_DIR), or set SVC_DB__SQLITE_PATH to another file.'

/** @throws the system's error if the file cannot be read. */
function isSqlite(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(MAGIC.length)
    readSync(file, start, 0, start.length, 0)
    return start.toString('latin1') === MAGIC
  } finally {
    closeSync(file)
  }
}

/** After a crash, the tables may be in the log only, or the file may be halfway between two states. */
async function ownerOf(path: string, first: number | undefined): Promise<Owner> {
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  try {
    const owner = await readOwner(`${pathToFileURL(path).href}?immutable=1`, first)
    if (owner === 'earmark' || !hasLog) return owner
  } catch (error) {
    if (!hasLog) throw error
  }
  return readOwnerWithLog(path, first)
}

/** Applies the log to a copy, because SQLite would write to the directory of the file itself. */
async function readOwnerWithLog(path: string, first: number | undefined): Promise<Owner> {
  const copy = `${path}.copying-${crypto.randomUUID()}`
  try {
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    return await readOwner(copy, first)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
  }
}

async function readOwner(address: string, first: number | undefined): Promise<Owner> {
  const { createConnection } = await import('./sqlite-connection')
  const connection = createConnection(address)
  try {
    const names = connection.run("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    const tables = names.map(([name]) => String(name)).filter((name) => !name.startsWith('sqlite_'))
    if (tables.length === 0) return 'nobody'
    return hasOurJournal(connection, tables, first) ? 'earmark' : { tables }
  } finally {
    connection.close()
  }
}

/**
 * Every application that uses Drizzle has a table of this name, so its oldest row counts. It is empty if the very
 * first start was interrupted.
 */
function hasOurJournal(connection: SqliteConnection, tables: string[], first: number | undefined): boolean {
  if (!tables.includes('__drizzle_migrations')) return false
  try {
    const [oldest] = connection.run('SELECT min(created_at) FROM __drizzle_migrations')
    return oldest?.[0] === null || oldest?.[0] === undefined
      ? tables.length === 1
      : Number(oldest[0]) === first
  } catch (error) {
    // Another table of this name has other columns.
    if (codesOf(error).includes('SQLITE_ERROR')) return false
    throw error
  }
}
