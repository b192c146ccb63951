import type { Cause } from '#contract/cause'
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

/** A stored connection. */
export interface StoredConnection extends ConnectionStatus {
  id: string
  /** Name of the driver. */
  driver: string
  name: string
  enabled: boolean
  priority: number
  /** Encrypted. Every change gives a different text, even one to the same settings. */
  sealedSettings: string
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
  library: Library
}
