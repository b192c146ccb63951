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

/** Where the book stands that somebody asks for. */
export interface AskedBook {
  /** Whether it is in the library. */
  available: boolean
  /** Whether it was, and the library has lost it: what was approved then is over. */
  leftLibrary: boolean
  /** Whether somebody's request for it is approved: whoever asks as well joins what was approved already. */
  approved: boolean
}

export type RequestOutcome =
  | {
      allowed: true
      status: Extract<RequestStatus, 'pending' | 'approved'>
      /** Whether it is looked for from the start although it is in the library. */
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
 * Whether somebody may ask for a book, and where the request then stands. What is not approved by itself waits for
 * approval, unless they join what is approved for somebody else. Who was declined may ask once more, whatever the
 * role, and waits for approval then. What is in the library only administrators ask for; who of them wants it again
 * gets it looked for, whatever became of the request before: nobody else's approval is awaited for that.
 * What the library has lost is asked for as if nobody had been approved for it.
 * @param former null where this person has no request for the book.
 * @param options.again whether it is wanted again where it is in the library.
 * @param options.autoApproved whether role or a rule approve it.
 */
export function requestPolicy(
  role: Role,
  former: FormerRequest | null,
  book: AskedBook,
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
 * What becomes of the own request that somebody withdraws. What was declined once stays, as declined: asking,
 * withdrawing and asking again is no way around a decision.
 */
export function withdrawalPolicy(former: FormerRequest | null): 'removed' | 'declined_again' | 'nothing' {
  if (former === null || former.status === 'declined') return 'nothing'
  return former.declines > 0 ? 'declined_again' : 'removed'
}
