import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Tables } from './tables'

/** Read-only queries. They never wait for a writer. */
export type Reader = Pick<SqliteRemoteDatabase, 'select' | 'selectDistinct' | '$count'>

/** One transaction. Inside it use only this, never the database itself. */
export type Transaction = Pick<
  SqliteRemoteDatabase,
  'select' | 'selectDistinct' | '$count' | 'insert' | 'update' | 'delete'
>

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  readonly tables: Tables
  readonly read: Reader
  /**
   * Runs work in one transaction: stores everything or, if it throws, nothing. On SQLite, writers wait for
   * each other, so never call another service, hash a password or start another write inside it.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Notifies every instance that shares the database; see {@link Signals}. */
  readonly signals: Signals
  readonly space: Space
  /** @throws if the database does not answer. */
  ping(): Promise<void>
  /** What someone has to mend although the database still answers in part, as far as it has been met; else null. */
  trouble(): StorageTrouble | null
  close(): Promise<void>
}

/** Damage that only a person can mend. */
interface StorageTrouble {
  failure: 'replaced' | 'damaged'
  /** Absolute path of the database file. */
  path: string
}

/** The database's size on disk. */
export interface Space {
  /**
   * @returns bytes used, excluding SQLite's log, and how many of them are free for new rows; null if the
   *   database does not report it.
   */
  usage(): Promise<{ bytes: number; freeBytes: number | null }>
  /** @returns bytes used by some tables with their indexes; on SQLite, this reads all their pages. */
  sizeOf(tables: readonly string[]): Promise<number>
  /**
   * Returns free pages of the file to the disk in steps, beyond what will be needed soon. PostgreSQL, and files created
   * by an early version, reuse the space for new rows instead.
   */
  reclaim(signal: AbortSignal): Promise<void>
}

/**
 * Signals between instances. A signal may be lost: it only speeds up what instances would find in the
 * database anyway.
 */
export interface Signals {
  /** @param message at most 7,000 bytes, because PostgreSQL refuses 8,000. */
  publish(topic: string, message: string): void
  /** @returns a function that stops listening. */
  subscribe(topic: string, listener: (message: string) => void): () => void
  /**
   * Calls back whenever signals of other instances may have been lost, so that listeners check for
   * themselves: every few seconds as long as none arrive at all.
   * @returns a function that stops these calls.
   */
  onMissed(look: () => void): () => void
}
