import type { ReleaseProtocol } from '#contract/releases'

/** The state of a download, as reported by its client. */
export type ClientState = 'queued' | 'downloading' | 'stalled' | 'processing' | 'completed' | 'failed'

/**
 * Why a download failed, as the driver reads it from its client's words: because of the release, or because of the
 * client, whose disk is full or whose folders are gone. The client resumes the latter once it has recovered. Without a
 * message, the client misses the download's own files.
 */
export type DownloadProblem = 'release' | 'client'

/** A download in a client. */
export interface ClientDownload {
  /** The lower-case info hash of a torrent, or the id that a Usenet client assigned. */
  id: string
  name: string
  state: ClientState
  /** From 0 to 1; null while unknown to the client. */
  progress: number | null
  /** Bytes per second; null if the client does not report it. */
  speed: number | null
  /** Null while unknown to the client. */
  secondsLeft: number | null
  /** For a torrent, the number of seeds connected or known; null if unknown or not applicable. */
  seeds: number | null
  /** Null unless it failed. */
  problem: DownloadProblem | null
  /** The client's own error message, without a full stop; null if it says nothing. */
  message: string | null
  /** When the client added it; null if the client does not report it. */
  addedAt: Date | null
  /** When it ended; null before that, or if the client does not report it. */
  endedAt: Date | null
}

/** A download to add to a client. */
export type Downloadable =
  | { kind: 'magnet'; name: string; infoHash: string; uri: string }
  | { kind: 'torrent'; name: string; infoHash: string; file: Uint8Array }
  | { kind: 'nzb'; name: string; file: Uint8Array }

/**
 * A connected download client. On failure, every method throws an AppError whose cause tells an administrator
 * what to do: the client is unreachable, is too slow, refuses the credentials, or is some other program.
 */
export interface DownloadClient {
  /** Checks with a cheap call that the client responds and accepts the credentials. */
  ping(): Promise<void>
  /**
   * Those of the given downloads that the client has; any number of ids is allowed. Makes one call if every
   * download is still where it was last seen, and one more for each other place where a missing one may be.
   */
  status(ids: readonly string[]): Promise<ClientDownload[]>
  /**
   * The downloads in this connection's category, or at least the newest of them, to find one by name.
   * @param ids downloads to include wherever in the client they are.
   */
  list(ids?: readonly string[]): Promise<ClientDownload[]>
  /**
   * The newest downloads outside this connection's category, to find one by name that another program sent there. May
   * include some in the category; empty if the connection has none.
   */
  others(): Promise<ClientDownload[]>
  /** Adds a download; one that the client already has counts as added. @returns the download's id. */
  add(download: Downloadable): Promise<string>
  /** Removes a download from the client. @param files whether to delete its files too. */
  remove(id: string, files: boolean): Promise<void>
}

/** Protocols that a download client can handle. */
export type ClientProtocol = Exclude<ReleaseProtocol, 'unknown'>
