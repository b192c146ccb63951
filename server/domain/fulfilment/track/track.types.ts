import type { FulfilmentState } from '#contract/books'
import type { Cause } from '#contract/cause'
import type { DownloadState } from '#contract/downloads'
import type { ReleaseProtocol } from '#contract/releases'
import type { OpenClient as Connected } from '#server/domain/integrations/connections.types'

/** An enabled download client. */
export type OpenClient = Pick<Connected, 'id' | 'name' | 'protocol' | 'client'>

/** The state of a download; `expected` until a client has shown it. */
type FollowedState = DownloadState | 'expected' | 'failed' | 'gone'

/** States in which a client may have a book’s release. */
export const SENT: FulfilmentState[] = ['grabbed', 'downloading']
/** States after which a download is no longer followed. */
export const ENDED: FollowedState[] = ['completed', 'failed', 'gone']

/** A stored download of a grabbed release. */
export interface FollowedDownload {
  grabId: string
  asin: string
  /** Title of the release. */
  title: string
  protocol: ReleaseProtocol
  connectionId: string | null
  client: string | null
  downloadId: string | null
  foundBy: 'hash' | 'history' | 'name' | 'sent' | null
  state: FollowedState
  percent: number | null
  speed: number | null
  secondsLeft: number | null
  cause: Cause | null
  stalledSince: Date | null
  missingSince: Date | null
  /** When it was sent to the client. */
  grabbedAt: Date
  createdAt: Date
  changedAt: Date
}

/** The fields that change while it is followed. */
export type DownloadChange = Partial<
  Pick<
    FollowedDownload,
    | 'connectionId'
    | 'client'
    | 'downloadId'
    | 'foundBy'
    | 'state'
    | 'percent'
    | 'speed'
    | 'secondsLeft'
    | 'stalledSince'
    | 'missingSince'
  >
>
