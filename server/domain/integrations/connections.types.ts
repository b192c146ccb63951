import type { Cause } from '#contract/cause'
import type { ClientProtocol, DownloadClient } from './download-client.types'
import type { Library } from './library.types'

/** The outcome of the last call to a connection. */
export interface ConnectionStatus {
  /** null: it has not been called with these settings. */
  reachable: boolean | null
  /** Since when that has been so. */
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
  /** Encrypted; the text differs after every change, whatever it was. */
  sealedSettings: string
}

/** The outcome of a call, as reported by the caller. */
export type ConnectionOutcome = { ok: true } | { cause: Cause }

/** An enabled and complete connection. */
interface OpenConnection {
  id: string
  /** The name that administrators gave it. */
  name: string
  driver: string
}

export interface OpenClient extends OpenConnection {
  protocol: ClientProtocol
  /** Its position among the download clients, from 1. */
  priority: number
  client: DownloadClient
}

export interface OpenLibrary extends OpenConnection {
  library: Library
}
