import type { BookStatus, FulfilmentState } from '#contract/books'

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
}

/**
 * When something is tried next. While books are not looked for unasked, no other plan is shown: it is kept, and
 * holds again when that is switched on.
 */
export function nextTryOf(work: Planned | null, looksUnasked: boolean): Date | null {
  if (!work) return null
  const unasked = (work.state === 'waiting' || work.state === 'not_found') && !work.asked
  return unasked && !looksUnasked ? null : work.nextTryAt
}
