import type { ReleaseProtocol } from '#contract/releases'

/** Where a download stands, as its client tells it. */
export type ClientState = 'queued' | 'downloading' | 'stalled' | 'processing' | 'completed' | 'failed'

/** One download as its client has it now. */
export interface ClientDownload {
  /** Lower-case info hash of a torrent; the id that a Usenet client gave. */
  id: string
  name: string
  state: ClientState
  /** From 0 to 1; null while the client cannot tell. */
  progress: number | null
  /** Bytes a second; null where the client does not say. */
  speed: number | null
  /** Null while the client cannot tell. */
  secondsLeft: number | null
  /** Of a torrent: seeds that it is connected to, or knows of; null where that is unknown, or is no question. */
  seeds: number | null
  /** What the client says in its own words, where something is wrong. */
  message: string | null
  /** When the client got it; null where it does not tell. */
  addedAt: Date | null
  /** When it ended with the client; null while it has not, and where the client does not tell. */
  endedAt: Date | null
}

/** What a client is given to download. */
export type Downloadable =
  | { kind: 'magnet'; name: string; infoHash: string; uri: string }
  | { kind: 'torrent'; name: string; infoHash: string; file: Uint8Array }
  | { kind: 'nzb'; name: string; file: Uint8Array }

/**
 * One download client as it is set up. Every call throws an AppError whose cause says what an administrator can do:
 * it cannot be reached, is too slow, refuses the credentials or answers something else than its API.
 */
export interface DownloadClient {
  /** Makes sure that it answers and takes the credentials, with a call that is cheap for it. */
  ping(): Promise<void>
  /**
   * Those of the downloads that the client has, however many are asked for. One call to it as long as all of them
   * are where they were; another one for each further place in which something that is missing there may be.
   */
  status(ids: readonly string[]): Promise<ClientDownload[]>
  /**
   * What is in the category of this connection, the newest at least, to find a download by its name.
   * @param ids of downloads that are told as well, wherever the client has them.
   */
  list(ids?: readonly string[]): Promise<ClientDownload[]>
  /** Adds a download; one that the client has already counts as added. @returns its id. */
  add(download: Downloadable): Promise<string>
  /** Takes a download out of the client. @param files whether what it has written goes too. */
  remove(id: string, files: boolean): Promise<void>
}

/** Protocols that a download client can fetch. */
export type ClientProtocol = Exclude<ReleaseProtocol, 'unknown'>
