import type { Cause } from '#contract/cause'
import type { BookAction, BookStatus, FulfilmentState } from '#contract/books'
import type { BookState, RequestCounts, VisibleRequest } from './books.types'
import type { StoredDownload } from './download-view.rules'

/** States in which the download client has a release. */
export const DOWNLOADED_STATES: readonly FulfilmentState[] = ['grabbed', 'downloading', 'available']

/** Statuses of books that are wanted and still to get: someone's request is approved, and no release was grabbed. */
export const TO_GET_STATUSES: readonly BookStatus[] = [
  'waiting',
  'searching',
  'not_found',
  'grab_unconfirmed',
  'failed',
]

/** The status of a book across all requests; null if no one has requested it. */
export function bookStatus(fulfilment: FulfilmentState | null, requests: RequestCounts): BookStatus | null {
  if (fulfilment) return fulfilment
  if (requests.approved > 0) return 'waiting'
  if (requests.pending > 0) return 'waiting_for_approval'
  return requests.declined > 0 ? 'declined' : null
}

/**
 * The status that a caller sees: to people who neither requested a book nor decide on it, one that the library has is
 * there, whatever another person's request for another edition waits for.
 */
export function statusFor(
  status: BookStatus | null,
  { isInLibrary, isInvolved }: { isInLibrary: boolean; isInvolved: boolean },
): BookStatus | null {
  const isUndecided = status === 'waiting_for_approval' || status === 'declined'
  return isUndecided && isInLibrary && !isInvolved ? 'available' : status
}

/** Whether a release was sent to the download client, which older API clients call downloaded. */
export function isDownloaded(fulfilment: FulfilmentState | null): boolean {
  return fulfilment !== null && DOWNLOADED_STATES.includes(fulfilment)
}

/** The schedule of a fulfilment. */
interface Planned {
  state: FulfilmentState
  nextAttemptAt: Date | null
  asked: boolean
  /** Whether it is due at once, whatever the schedule. */
  atOnce: boolean
}

/** The server-wide conditions for searches. */
export interface Outlook {
  /** Whether automatic download is on. */
  autoDownload: boolean
  /** Whether any source of releases is set up. */
  possible: boolean
}

/**
 * When the next attempt is due; null if none is planned or it happens at once. While automatic download is off, or no
 * source is set up, the stored schedule is hidden until that changes.
 */
export function nextAttemptOf(fulfilment: Planned | null, { autoDownload, possible }: Outlook): Date | null {
  if (!fulfilment || fulfilment.atOnce || fulfilment.state === 'searching') return null
  if (fulfilment.state !== 'waiting' && fulfilment.state !== 'not_found') return fulfilment.nextAttemptAt
  return possible && (autoDownload || fulfilment.asked) ? fulfilment.nextAttemptAt : null
}

/**
 * Whether an unreleased book is searched for automatically once it is out: as scheduled, or as a new request would be
 * if it has no fulfilment yet.
 */
export function isSearchedOnceOut(fulfilment: Planned | null, outlook: Outlook): boolean {
  if (!fulfilment) return outlook.possible && outlook.autoDownload
  return (
    (fulfilment.state === 'waiting' || fulfilment.state === 'not_found') &&
    nextAttemptOf(fulfilment, outlook) !== null
  )
}

/** A book as the caller sees it. */
interface Shown {
  book: { status: BookStatus | null }
  actions: readonly BookAction[]
}

/** Whether a search is to come, or would be if the caller starts over. */
export function isSearchAwaited({ book, actions }: Shown): boolean {
  const { status } = book
  const awaited = status === 'waiting' || status === 'searching' || status === 'not_found'
  return awaited || (status === 'failed' && actions.includes('revert'))
}

/** The state of a book, from its rows. */
export function toState(
  row: {
    updatedAt: Date
    fulfilmentState: FulfilmentState | null
    nextAttemptAt: Date | null
    cause: Cause | null
    stopped: boolean | null
    leftLibrary: boolean | null
    asked: boolean | null
    atOnce: boolean | null
  },
  counts: RequestCounts | null,
  requests: VisibleRequest[],
  download: StoredDownload | null,
): BookState {
  const { updatedAt, fulfilmentState, nextAttemptAt, cause, stopped, leftLibrary, asked, atOnce } = row
  return {
    updatedAt,
    fulfilment:
      fulfilmentState === null
        ? null
        : {
            state: fulfilmentState,
            nextAttemptAt,
            cause,
            stopped: stopped === true,
            leftLibrary: fulfilmentState === 'available' && leftLibrary === true,
            asked: asked === true,
            atOnce: atOnce === true,
          },
    download,
    counts: counts ?? { pending: 0, approved: 0, declined: 0 },
    requests,
  }
}
