import Libsql from 'libsql'
import type { SqliteRows, SqliteValue } from './sqlite-thread.types'

/** Statements that stay prepared: preparing one takes ten times as long as finding a row by its key. */
const PREPARED = 250
/**
 * The log is copied into the file when it has so many pages, by whoever commits then. A quarter of what SQLite takes by
 * itself: a slow disk writes a megabyte in 15 ms.
 */
const CHECKPOINT = 'PRAGMA wal_autocheckpoint = 250'
/**
 * Pages of the file that are kept in memory, in kibibytes, as far as they were read. Three times what SQLite takes by
 * itself: the index of the largest list fits, which would else be read from the system again with every page and count.
 */
const CACHE = 'PRAGMA cache_size = -6000'

type Prepared = (args: SqliteValue[]) => SqliteRows

interface Context {
  path: string
  database: Libsql.Database | undefined
  /** By their text, those used last at the end. */
  prepared: Map<string, Prepared>
}

/** One connection to a database file. Each call waits for the disk. */
export interface SqliteConnection {
  /** @throws what SQLite says; its code is that of SQLite, such as `SQLITE_FULL`. */
  run: (sql: string, args?: SqliteValue[]) => SqliteRows
  /** Cuts free pages off the end of the file, where it keeps a list of what lies on which. */
  shrink: (pages: number) => SqliteRows
  isInTransaction: () => boolean
  close: () => void
}

/** The code that SQLite gives an error, such as `SQLITE_FULL`. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** The file is opened by the first statement, and by the first one after it was closed. */
export function createConnection(path: string): SqliteConnection {
  const context: Context = { path, database: undefined, prepared: new Map() }
  return {
    run: (sql, args = []) => run(context, sql, args),
    shrink: (pages) => shrink(context, pages),
    isInTransaction: () => context.database?.inTransaction === true,
    close: () => close(context),
  }
}

/**
 * How SQLite finds the rows of a statement.
 * @returns its steps in SQLite's words.
 */
export function explain(path: string, sql: string): SqliteRows {
  // It is never over for the driver, and its connection would never see anything new.
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
  // It gets its place when it has ended well: one that failed may still be open.
  prepared.delete(sql)
  try {
    const used = statement ?? prepare(context, sql)
    const rows = used(args)
    prepared.set(sql, used)
    const oldest = prepared.size > PREPARED ? prepared.keys().next().value : undefined
    if (oldest !== undefined) prepared.delete(oldest)
    return rows
  } catch (error) {
    // A statement that was refused as busy stays open, and its connection reads what was there at that moment and may not write.
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) close(context)
    throw error
  }
}

/** A statement is stepped once by the driver where it has no columns, and this one takes a step for each page. */
function shrink(context: Context, pages: number): SqliteRows {
  context.database ??= open(context.path)
  context.database.exec(`PRAGMA incremental_vacuum(${pages})`)
  return []
}

function prepare(context: Context, sql: string): Prepared {
  context.database ??= open(context.path)
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

function open(path: string): Libsql.Database {
  const database = new Libsql(path)
  for (const setting of [CHECKPOINT, CACHE]) database.prepare(setting).all([])
  return database
}

function close(context: Context): void {
  context.prepared.clear()
  context.database?.close()
  context.database = undefined
}
