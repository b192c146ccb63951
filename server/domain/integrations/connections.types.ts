import type { Cause } from '#contract/cause'
import type { Transaction } from '#server/db/database'
import type { ClientProtocol, DownloadClient } from './download-client.types'
import type { Library } from './library.types'

/** The outcome of the last call to a connection. */
export interface ConnectionStatus {
  /** Null if it has not been called with these settings. */
  reachable: boolean | null
  /** When `reachable` last changed. */
  statusSince: Date | null
  lastOkAt: Date | null
  lastFailureAt: Date | null
  /** Why the last call failed. */
  cause: Cause | null
}

/** What is stored of a connection of any kind. */
export interface StoredState extends ConnectionStatus {
  /** That of an indexer is its name. */
  id: string
  enabled: boolean
  /** Encrypted. Every change gives a different text, even one to the same settings. */
  sealedSettings: string
}

/** A stored indexer. */
export interface StoredIndexer extends StoredState {
  /** Digests of the file's values when it was last applied, by setting. */
  fileDigests: Readonly<Record<string, string>>
}

/** A stored connection to a program. */
export interface StoredConnection extends StoredState {
  /** Name of the driver. */
  driver: string
  name: string
  priority: number
}

/** What shall differ of a stored connection. */
export interface StoredChange<S extends StoredState> {
  /** The status is included only if it changes. */
  after: Pick<StoredState, 'enabled' | 'sealedSettings'> & Partial<ConnectionStatus>
  /** What only this kind of connection has. */
  own?: Partial<Omit<S, keyof StoredState>>
}

/** A change with the state as it was read, or null if there was none. */
export interface Replacement<S extends StoredState> extends StoredChange<S> {
  id: string
  before: S | null
}

/** The table of some connections. */
export interface StateStore<S extends StoredState> {
  table: 'indexers' | 'connections'
  find(id: string): Promise<S | null>
  /** Applies a change if the settings have not changed since they were read. @returns false if others were faster. */
  replace(within: Transaction, change: Replacement<S>, now: Date): Promise<boolean>
  /** Stores a status, unless the settings have changed. */
  note(before: Pick<StoredState, 'id' | 'sealedSettings'>, status: ConnectionStatus): Promise<void>
}

/** The outcome of a call, as reported by the caller. */
export type ConnectionOutcome = { ok: true } | { cause: Cause }

/** An enabled and complete connection. */
interface OpenConnection {
  id: string
  /** The name given by administrators. */
  name: string
  driver: string
}

export interface OpenClient extends OpenConnection {
  protocol: ClientProtocol
  /** Its position among the download clients, counted from 1. */
  priority: number
  client: DownloadClient
}

export interface OpenLibrary extends OpenConnection {
  /** What its settings select; see `LibraryDriver.contents`. */
  contents: string
  library: Library
}
