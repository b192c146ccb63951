import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Tables } from './tables'

/** Queries that only read. They never wait for a writer. */
export type Reader = Pick<SqliteRemoteDatabase, 'select' | 'selectDistinct' | '$count'>

/** One transaction. Inside it only this may be used, never the database itself. */
export type Transaction = Pick<
  SqliteRemoteDatabase,
  'select' | 'selectDistinct' | '$count' | 'insert' | 'update' | 'delete'
>

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  readonly tables: Tables
  readonly read: Reader
  /**
   * Runs work in one transaction: all of it is stored or, when it throws, nothing. On the file, writers wait
   * for each other; never call another service, hash a password or write again inside.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Tells every instance that shares the database; see {@link Signals}. */
  readonly signals: Signals
  readonly space: Space
  /** @throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What the database takes on the disk. */
export interface Space {
  /**
   * @returns bytes of all that it holds, the log of the file aside, and how many of them are free for new rows; null
   *   where the database does not tell.
   */
  usage(): Promise<{ bytes: number; freeBytes: number | null }>
  /** @returns bytes of some tables with their indexes; of a file, every page of them is looked at. */
  sizeOf(tables: readonly string[]): Promise<number>
  /**
   * Gives what is free in the file back to the disk, some pages at a time, where that is more than will be needed
   * soon. PostgreSQL uses it for new rows by itself, and so does a file that was made by a former version.
   */
  giveBack(signal: AbortSignal): Promise<void>
}

/**
 * Wake-ups and news between instances. A signal may be lost: it only makes something happen sooner that
 * rows in the database say anyway.
 */
export interface Signals {
  /** @param message at most 7,000 bytes: PostgreSQL refuses 8,000. */
  publish(topic: string, message: string): void
  /** @returns stops listening. */
  subscribe(topic: string, listener: (message: string) => void): () => void
  /**
   * Calls whenever signals of other instances may not have arrived, so that whoever needs them looks for itself:
   * every few seconds as long as none arrive at all.
   * @returns stops calling.
   */
  onMissed(look: () => void): () => void
}
