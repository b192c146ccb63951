import type { Cause } from '#contract/cause'
import type { ClientProtocol, DownloadClient } from './download-client.types'
import type { Library } from './library.types'

/** What became of the last call to a connection. */
export interface ConnectionStatus {
  /** null: it was not asked anything with these settings. */
  reachable: boolean | null
  /** Since when it has been so. */
  statusSince: Date | null
  lastOkAt: Date | null
  lastFailureAt: Date | null
  /** Why it failed the last time. */
  cause: Cause | null
}

/** What is stored of one connection. */
export interface StoredConnection extends ConnectionStatus {
  id: string
  /** Name of the driver. */
  driver: string
  name: string
  enabled: boolean
  priority: number
  /** Encrypted; another text after every change, whatever it was. */
  sealedSettings: string
}

/** What whoever called a connection says of it. */
export type ConnectionOutcome = { ok: true } | { cause: Cause }

/** A connection that is on and complete. */
interface OpenConnection {
  id: string
  /** What administrators call it. */
  name: string
  driver: string
}

export interface OpenClient extends OpenConnection {
  protocol: ClientProtocol
  /** Its place among the download clients, 1 for the one that is used first. */
  priority: number
  client: DownloadClient
}

export interface OpenLibrary extends OpenConnection {
  library: Library
}
