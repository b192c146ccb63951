import type { BookStatus, RequestStatus } from '#contract/books'
import type { Role } from '#contract/common'

/** Where the work on a book stands: every status but those that only requests have. */
export type FulfilmentState = Exclude<BookStatus, 'waiting_for_approval' | 'declined'>

/** How many of a book's requests stand where. */
export interface RequestCounts {
  pending: number
  approved: number
  declined: number
}

/** States in which a release is with the download client. */
export const DOWNLOADED_STATES: readonly FulfilmentState[] = ['grabbed', 'downloading', 'available']

/** States that are history worth keeping when nobody wants the book any more: a grab may have happened. */
const KEPT_STATES: readonly FulfilmentState[] = ['grab_unconfirmed', ...DOWNLOADED_STATES]

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

/** Where a new request stands: those of untrusted people wait for approval. */
export function firstStatus(role: Role): Extract<RequestStatus, 'pending' | 'approved'> {
  return role === 'untrusted' ? 'pending' : 'approved'
}

/** Whether the work on a book ends with a withdrawal. */
export function endsWithWithdrawal(fulfilment: FulfilmentState, approvedLeft: number): boolean {
  return approvedLeft === 0 && !KEPT_STATES.includes(fulfilment)
}
