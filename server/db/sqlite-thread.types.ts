import type { MessagePort } from 'node:worker_threads'
import type { FileIdentity } from './sqlite-place'

/** Argument that starts the built server's file as a database thread; see `start/main.ts`. */
export const SQLITE_THREAD = 'sqlite-thread'

/** The data passed to such a thread. */
export interface SqliteThreadData {
  path: string
  /** The only file to open there; undefined for the first thread, which starts before the file is prepared. */
  file: FileIdentity | undefined
  /** 1 while the thread is inside SQLite. Like `stop`, in shared memory. */
  busy: Int32Array<SharedArrayBuffer>
  /** 1 once the thread must start no more orders. */
  stop: Int32Array<SharedArrayBuffer>
  /** Number of messages answered, in shared memory. */
  answered: Int32Array<SharedArrayBuffer>
  /** Carries orders to the thread and answers back. */
  port: MessagePort
}

/** A value in SQLite. */
export type SqliteValue = string | number | bigint | null

/** A task for the threads of a database file. */
export type SqliteOrder =
  /** A single statement, which sees committed data. */
  | { kind: 'read'; sql: string; args: SqliteValue[] }
  /** The query plan of a statement, one step per row. */
  | { kind: 'explain'; sql: string }
  /**
   * A statement of a transaction. The first one begins what the file knows as a transaction, or a savepoint in the
   * current one.
   */
  | { kind: 'write'; begins?: 'transaction' | 'savepoint'; sql: string; args: SqliteValue[] }
  /** Undo what was written since the last savepoint. */
  | { kind: 'undo' }
  /** Cut some free pages off the end of the file; not within a transaction. */
  | { kind: 'shrink'; pages: number }
  /** Open no other file than this one from now on. */
  | { kind: 'pin'; file: FileIdentity }
  | { kind: 'commit' | 'rollback' }
  /** Close the file. @param writeBack whether to copy the log into the file first. */
  | { kind: 'close'; writeBack?: boolean }

/** The rows of a statement, as arrays in column order. */
export type SqliteRows = SqliteValue[][]

/** The result of an order. Only these parts of an error are passed between threads. */
export type SqliteAnswer = { rows: SqliteRows } | { failure: { message: string; code: string | undefined } }
