import type { Cause } from '#contract/cause'
import type { BookStatus, FulfilmentState } from '#contract/books'
import type { BookState, VisibleRequest } from './books.types'
import type { StoredDownload } from './download-view.rules'

/** How many of a book's requests stand where. */
export interface RequestCounts {
  pending: number
  approved: number
  declined: number
}

/** States in which a release is with the download client. */
export const DOWNLOADED_STATES: readonly FulfilmentState[] = ['grabbed', 'downloading', 'available']

/** Where a book stands for everybody; null when nobody asked for it. */
export function bookStatus(fulfilment: FulfilmentState | null, requests: RequestCounts): BookStatus | null {
  if (fulfilment) return fulfilment
  if (requests.approved > 0) return 'waiting'
  if (requests.pending > 0) return 'waiting_for_approval'
  return requests.declined > 0 ? 'declined' : null
}

/** Whether a release was handed to the download client, which older clients call downloaded. */
export function isDownloaded(fulfilment: FulfilmentState | null): boolean {
  return fulfilment !== null && DOWNLOADED_STATES.includes(fulfilment)
}

/** The work on a book as far as its plan goes. */
interface Planned {
  state: FulfilmentState
  nextTryAt: Date | null
  asked: boolean
  /** Whether it is looked for at once, whatever the plan. */
  byHand: boolean
}

/** What keeps books from being looked for. */
export interface Outlook {
  /** Whether books are downloaded automatically. */
  autoDownload: boolean
  /** Whether there is anything that can be asked for releases. */
  possible: boolean
}

/**
 * When something is tried next; null where that is not planned, or happens at once. While books are not
 * downloaded automatically, or cannot be looked for at all, no other plan is shown: it is kept, and holds again when that changes.
 */
export function nextTryOf(work: Planned | null, { autoDownload, possible }: Outlook): Date | null {
  if (!work || work.byHand || work.state === 'searching') return null
  if (work.state !== 'waiting' && work.state !== 'not_found') return work.nextTryAt
  return possible && (autoDownload || work.asked) ? work.nextTryAt : null
}

/**
 * Whether a book that is not out yet is searched for by itself once it is: as planned, or as a request for it would be
 * where no work on it has begun.
 */
export function isSearchedOnceOut(work: Planned | null, outlook: Outlook): boolean {
  if (!work) return outlook.possible && outlook.autoDownload
  return (work.state === 'waiting' || work.state === 'not_found') && nextTryOf(work, outlook) !== null
}

/** Where a book stands, from what its rows say. */
export function toState(
  row: {
    updatedAt: Date
    fulfilmentState: FulfilmentState | null
    nextTryAt: Date | null
    cause: Cause | null
    stopped: boolean | null
    leftLibrary: boolean | null
    asked: boolean | null
    byHand: boolean | null
  },
  counts: RequestCounts | null,
  requests: VisibleRequest[],
  download: StoredDownload | null,
): BookState {
  const { updatedAt, fulfilmentState, nextTryAt, cause, stopped, leftLibrary, asked, byHand } = row
  return {
    updatedAt,
    fulfilment:
      fulfilmentState === null
        ? null
        : {
            state: fulfilmentState,
            nextTryAt,
            cause,
            stopped: stopped === true,
            leftLibrary: fulfilmentState === 'available' && leftLibrary === true,
            asked: asked === true,
            byHand: byHand === true,
          },
    download,
    counts: counts ?? { pending: 0, approved: 0, declined: 0 },
    requests,
  }
}
