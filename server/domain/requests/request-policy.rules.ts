import type { RequestStatus } from '#contract/books'
import type { Role } from '#contract/common'

/** Number of declines after which a decline is final. */
export const FINAL_DECLINE = 2

/** A person's earlier request for the same book. */
export interface FormerRequest {
  status: RequestStatus
  /** How often it was declined. */
  declines: number
}

/** The state of a book that someone requests. */
export interface BookToRequest {
  /** Whether it is in the library. */
  available: boolean
  /** Whether the library had it and lost it, which voids earlier approvals. */
  leftLibrary: boolean
  /** Whether someone's request is approved, so that a new requester joins it. */
  approved: boolean
}

export type RequestOutcome =
  | {
      allowed: true
      status: Extract<RequestStatus, 'pending' | 'approved'>
      /** Whether to search from the start although the book is in the library. */
      fromTheStart: boolean
    }
  | { allowed: false; because: 'already_requested' | 'already_available' | 'declined_for_good' }

const allow = (status: 'pending' | 'approved', fromTheStart = false): RequestOutcome => ({
  allowed: true,
  status,
  fromTheStart,
})
const refuse = (because: Extract<RequestOutcome, { allowed: false }>['because']): RequestOutcome => ({
  allowed: false,
  because,
})

/**
 * Whether a person may request a book, and the status of the request. It waits for approval unless a role or
 * rule approves it or it joins one approved for someone else. After a decline a person may request once more,
 * and waits for approval whatever their role. Only administrators may request an available book; doing so
 * searches for it again without further approval, whatever became of their earlier request. A book that the
 * library lost is treated as if no one had been approved.
 * @param former null if this person has no request for the book.
 * @param options.again whether an available book is wanted again.
 * @param options.autoApproved whether a role or rule approves it.
 */
export function requestPolicy(
  role: Role,
  former: FormerRequest | null,
  book: BookToRequest,
  { again = false, autoApproved }: { again?: boolean; autoApproved: boolean },
): RequestOutcome {
  const wantedAgain = again && book.available && role === 'admin'
  if (wantedAgain) return allow('approved', true)
  const available = book.available && !book.leftLibrary
  const approved = book.approved && !book.leftLibrary
  const open = book.leftLibrary && former?.status === 'approved' ? null : former
  if (open !== null && open.status !== 'declined') return refuse('already_requested')
  if (available && role !== 'admin') return refuse('already_available')
  if (open === null) return allow(autoApproved || approved ? 'approved' : 'pending')
  return open.declines >= FINAL_DECLINE ? refuse('declined_for_good') : allow('pending')
}

/**
 * What becomes of a request that its owner withdraws. One that was ever declined is kept as declined, so that
 * withdrawing and requesting again cannot bypass a decision.
 */
export function withdrawalPolicy(former: FormerRequest | null): 'removed' | 'declined_again' | 'nothing' {
  if (former === null || former.status === 'declined') return 'nothing'
  return former.declines > 0 ? 'declined_again' : 'removed'
}
