import { REQUEST_ACTIONS, type BookAction, type BookStatus, type FulfilmentState } from '#contract/books'
import type { ActionFacts } from '#server/domain/books/books.types'
import { FINAL_DECLINE, requestPolicy, withdrawalPolicy, type FormerRequest } from './request-policy.rules'
import { wishPolicy } from './wishes.rules'

/** What a person may do about the requests for a book. */
export function requestActions(facts: ActionFacts): BookAction[] {
  const { user, own, status, counts, leftLibrary, sameEdition, handMadeBy, autoApproved } = facts
  const admin = user.role === 'admin'
  const former = own && formerOf(own)
  const standing = { available: status === 'available', leftLibrary, approved: counts.approved > 0 }
  const outcome = requestPolicy(user.role, former, standing, { autoApproved })
  const isThere = (standing.available || sameEdition) && !leftLibrary
  const again = { again: true, autoApproved }
  const may: Record<(typeof REQUEST_ACTIONS)[number], boolean> = {
    // An administrator requests an available book only to search for it again.
    request: !isThere && outcome.allowed,
    request_without_approval: !isThere && outcome.allowed && outcome.status === 'approved',
    request_again: isThere && admin && requestPolicy(user.role, former, standing, again).allowed,
    withdraw: admin ? status !== null : withdrawalPolicy(former) !== 'nothing',
    withdraw_all: admin && status !== null,
    correct: handMadeBy !== null && (admin || handMadeBy === user.username),
    change_wishes: wishPolicy(own, fulfilmentOf(status)) === 'allowed',
    approve: admin && counts.pending > 0,
    decline: admin && counts.pending > 0,
  }
  return REQUEST_ACTIONS.filter((action) => may[action])
}

/** The state of the fulfilment, derived from the book's status. */
function fulfilmentOf(status: BookStatus | null): FulfilmentState | null {
  return status === 'waiting_for_approval' || status === 'declined' ? null : status
}

/** Whether a decline was final is reported only when the person requests again; lists do not read it. */
function formerOf(status: FormerRequest['status']): FormerRequest {
  return { status, declines: status === 'declined' ? FINAL_DECLINE - 1 : 0 }
}
