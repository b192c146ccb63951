/** What a thread starts the file of the built server with to serve a database file; see `start/main.ts`. */
export const SQLITE_THREAD = 'sqlite-thread'

/** What such a thread is given. */
export interface SqliteThreadData {
  path: string
  /** 1 as long as the thread is inside SQLite; seen by both sides at once, as is the next. */
  busy: Int32Array<SharedArrayBuffer>
  /** 1 when the thread is to begin nothing more. */
  stop: Int32Array<SharedArrayBuffer>
}

/** What SQLite stores. */
export type SqliteValue = string | number | bigint | null

/** Something that the threads of a database file are to do. */
export type SqliteOrder =
  /** A statement by itself, which sees what has been committed. */
  | { kind: 'read'; sql: string; args: SqliteValue[] }
  /** How SQLite would find the rows of a statement, one step in each row. */
  | { kind: 'explain'; sql: string }
  /** A statement of the transaction that is under way; the first one begins it. */
  | { kind: 'write'; first: boolean; sql: string; args: SqliteValue[] }
  /** Some free pages at the end of the file are to be cut off; not in a transaction. */
  | { kind: 'shrink'; pages: number }
  | { kind: 'commit' | 'rollback' | 'close' }

/** The rows of a statement, each as an array in the order of its columns. */
export type SqliteRows = SqliteValue[][]

/** How an order went. Of an error, this much goes from thread to thread. */
export type SqliteAnswer = { rows: SqliteRows } | { failure: { message: string; code: string | undefined } }
