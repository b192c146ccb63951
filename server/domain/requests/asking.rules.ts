import type { RequestStatus } from '#contract/books'
import type { Role } from '#contract/common'

/** How often somebody may be declined a book before it is final. */
export const FINAL_DECLINE = 2

/** What became of somebody's earlier wish for the same book. */
export interface FormerRequest {
  status: RequestStatus
  /** How often it was declined. */
  declines: number
}

export type Asking =
  | { allowed: true; status: Extract<RequestStatus, 'pending' | 'approved'> }
  | { allowed: false; because: 'already_requested' | 'declined_for_good' }

/**
 * Whether somebody may ask for a book, and where the request then stands: those of untrusted people wait for
 * approval. Who was declined may ask once more, whatever the role, and waits for approval then.
 * @param former null where this person has no request for the book.
 */
export function whenAsking(role: Role, former: FormerRequest | null): Asking {
  if (former === null) return { allowed: true, status: role === 'untrusted' ? 'pending' : 'approved' }
  if (former.status !== 'declined') return { allowed: false, because: 'already_requested' }
  if (former.declines >= FINAL_DECLINE) return { allowed: false, because: 'declined_for_good' }
  return { allowed: true, status: 'pending' }
}

/**
 * What becomes of the own request that somebody withdraws. What was declined once stays, as declined: asking,
 * withdrawing and asking again is no way around a decision.
 */
export function whenWithdrawing(former: FormerRequest | null): 'removed' | 'declined_again' | 'nothing' {
  if (former === null || former.status === 'declined') return 'nothing'
  return former.declines > 0 ? 'declined_again' : 'removed'
}
