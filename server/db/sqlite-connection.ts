import Libsql from 'libsql'
import { assertInPlace, identityOf, type FileIdentity } from './sqlite-place'
import type { SqliteRows, SqliteValue } from './sqlite-thread.types'

/** Prepared statements to keep: preparing one takes ten times as long as finding a row by its key. */
const PREPARED = 250
/**
 * Pages in the log after which a commit copies it into the file. A quarter of SQLite's default: a slow disk
 * writes a megabyte in 15 ms.
 */
const CHECKPOINT = 'PRAGMA wal_autocheckpoint = 250'
/**
 * Page cache in KiB. Three times SQLite's default, so that the index of the largest list fits and is not read again
 * with every page and count.
 */
const CACHE = 'PRAGMA cache_size = -6000'

type Prepared = (args: SqliteValue[]) => SqliteRows

interface Context {
  path: string
  database: Libsql.Database | undefined
  /** By statement text, most recently used last. */
  prepared: Map<string, Prepared>
  /** The file that was opened, or that has to be. */
  file: FileIdentity | undefined
}

/** One connection to a database file. Calls block until the disk answers. */
export interface SqliteConnection {
  /** @throws SQLite's errors, with codes such as `SQLITE_FULL`. */
  run: (sql: string, args?: SqliteValue[]) => SqliteRows
  /** Cuts free pages off the end of the file, if it tracks where pages belong. */
  shrink: (pages: number) => SqliteRows
  isInTransaction: () => boolean
  /** Sets the only file to open from now on. */
  pin: (file: FileIdentity) => void
  /** Commits, if the file is still where it was. @throws with the code `SQLITE_FILE_REPLACED` if not. */
  commit: () => SqliteRows
  close: () => void
}

/** The code of an SQLite error, such as `SQLITE_FULL`. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/**
 * The first statement opens the file, even after it was closed.
 * @param path absolute path, or an address with options of SQLite.
 * @param file the only file to open there; any if omitted.
 */
export function createConnection(path: string, file?: FileIdentity): SqliteConnection {
  const context: Context = { path, database: undefined, prepared: new Map(), file }
  return {
    run: (sql, args = []) => run(context, sql, args),
    shrink: (pages) => shrink(context, pages),
    pin: (only) => void (context.file = only),
    commit() {
      assertInPlace(path, context.file)
      return run(context, 'COMMIT', [])
    },
    isInTransaction: () => context.database?.inTransaction === true,
    close: () => close(context),
  }
}

/**
 * SQLite's query plan for a statement.
 * @returns its steps in SQLite's words.
 */
export function explain(path: string, sql: string): SqliteRows {
  // The driver never ends such a statement, so its connection would never see new data.
  const connection = createConnection(path)
  try {
    return connection.run(`EXPLAIN QUERY PLAN ${sql}`).map(([, , , step]) => [step ?? null])
  } finally {
    connection.close()
  }
}

function run(context: Context, sql: string, args: SqliteValue[]): SqliteRows {
  const { prepared } = context
  const statement = prepared.get(sql)
  // Cached only after it succeeded: a failed one may still be open.
  prepared.delete(sql)
  try {
    const used = statement ?? prepare(context, sql)
    const rows = used(args)
    prepared.set(sql, used)
    const oldest = prepared.size > PREPARED ? prepared.keys().next().value : undefined
    if (oldest !== undefined) prepared.delete(oldest)
    return rows
  } catch (error) {
    // A statement refused as busy stays open, so its connection keeps an old snapshot and may not write.
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) close(context)
    throw error
  }
}

/** The driver steps a statement without columns once, but this one takes a step per page. */
function shrink(context: Context, pages: number): SqliteRows {
  context.database ??= open(context)
  context.database.exec(`PRAGMA incremental_vacuum(${pages})`)
  return []
}

function prepare(context: Context, sql: string): Prepared {
  context.database ??= open(context)
  const statement = context.database.prepare<[SqliteValue[]]>(sql)
  if (!statement.reader) {
    return (args) => {
      statement.run(args)
      return []
    }
  }
  statement.raw(true)
  return (args) => statement.all(args) as SqliteRows
}

function open(context: Context): Libsql.Database {
  // SQLite would create a missing file.
  assertInPlace(context.path, context.file)
  const database = new Libsql(context.path)
  context.file ??= identityOf(context.path)
  for (const setting of [CHECKPOINT, CACHE]) database.prepare(setting).all([])
  return database
}

function close(context: Context): void {
  context.prepared.clear()
  context.database?.close()
  context.database = undefined
}
