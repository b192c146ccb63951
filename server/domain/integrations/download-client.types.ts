import type { ReleaseProtocol } from '#contract/releases'

/** The state of a download, as reported by its client. */
export type ClientState = 'queued' | 'downloading' | 'stalled' | 'processing' | 'completed' | 'failed'

/** A download in a client. */
export interface ClientDownload {
  /** Lower-case info hash of a torrent, or the id from a Usenet client. */
  id: string
  name: string
  state: ClientState
  /** From 0 to 1; null while the client does not know. */
  progress: number | null
  /** Bytes per second; null if the client does not say. */
  speed: number | null
  /** Null while the client does not know. */
  secondsLeft: number | null
  /** For a torrent, seeds connected or known; null if unknown or not applicable. */
  seeds: number | null
  /** What the client says is wrong, in its own words. */
  message: string | null
  /** When the client added it; null if it does not say. */
  addedAt: Date | null
  /** When it ended; null until then, or if the client does not say. */
  endedAt: Date | null
}

/** A download to add to a client. */
export type Downloadable =
  | { kind: 'magnet'; name: string; infoHash: string; uri: string }
  | { kind: 'torrent'; name: string; infoHash: string; file: Uint8Array }
  | { kind: 'nzb'; name: string; file: Uint8Array }

/**
 * A connected download client. Every call throws an AppError whose cause says what an administrator can do: the client
 * cannot be reached, is too slow, refuses the credentials, or something else answers.
 */
export interface DownloadClient {
  /** Checks that it answers and accepts the credentials, with a cheap call. */
  ping(): Promise<void>
  /**
   * The given downloads that the client has, however many are asked for. Takes one call if all are where they were
   * last, and another for each further place where a missing one may be.
   */
  status(ids: readonly string[]): Promise<ClientDownload[]>
  /**
   * The downloads in this connection's category, at least the newest, to find one by name.
   * @param ids of downloads to include wherever the client has them.
   */
  list(ids?: readonly string[]): Promise<ClientDownload[]>
  /** Adds a download; one that the client already has counts as added. @returns its id. */
  add(download: Downloadable): Promise<string>
  /** Removes a download from the client. @param files whether to delete its files too. */
  remove(id: string, files: boolean): Promise<void>
}

/** Protocols that a download client can handle. */
export type ClientProtocol = Exclude<ReleaseProtocol, 'unknown'>
