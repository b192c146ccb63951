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
  /** @throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
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
