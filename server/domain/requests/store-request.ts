import type { TimelineDetail } from '#contract/books'
import type { Wishes } from '#contract/wishes'
import type { Transaction } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ApprovalFacts } from './approval.rules'
import type { Approvals } from './approvals'
import { requestPolicy, type BookToRequest, type RequestOutcome } from './request-policy.rules'
import type { Quotas } from './quotas.service'
import { alreadyAvailable, alreadyRequested, declinedForGood } from './requests.errors'
import type { RequestsRepository } from './requests.repository'
import type { Arrivals, MessageBook, RequestsContext } from './requests.types'

/** An earlier request of the same person for the same book. */
type Former = Awaited<ReturnType<RequestsRepository['findRequest']>>
type Admitted = Extract<RequestOutcome, { allowed: true }>

/**
 * Whether a person may request a book, and the status of the new request.
 * @param options as in {@link requestPolicy}.
 * @throws AppError `already_requested`, `already_available` or `declined_for_good`.
 */
export function admit(
  user: CurrentUser,
  former: Former,
  book: BookToRequest,
  options: Parameters<typeof requestPolicy>[3],
): Admitted {
  const outcome = requestPolicy(user.role, former, book, options)
  if (outcome.allowed) return outcome
  switch (outcome.because) {
    case 'already_requested':
      throw alreadyRequested()
    case 'already_available':
      throw alreadyAvailable()
    case 'declined_for_good': {
      const reason = former?.reason
      throw declinedForGood(reason ? { why: 'explained', reason } : { why: 'unexplained' })
    }
  }
}

export type StoreRequest = ReturnType<typeof createStoreRequest>

/**
 * The steps shared by all ways of requesting a book.
 * @returns a function that stores one person's request for a stored and locked book, with all its
 *   consequences. The person is locked too, so that their requests are counted one at a time.
 */
export function createStoreRequest(
  context: Pick<RequestsContext, 'repository' | 'books' | 'demand' | 'notify'> & {
    quotas: Pick<Quotas, 'take'>
    approvals: Approvals
    arrivals: Pick<Arrivals, 'record'>
  },
) {
  const { repository, books, demand, notify, quotas, approvals, arrivals } = context

  return async (
    within: Transaction,
    request: {
      user: CurrentUser
      book: MessageBook & ApprovalFacts
      wishes?: Wishes | null
      again?: boolean
      /** Where the library has it, in which case nothing is got and no approval needed. */
      place?: Awaited<ReturnType<Arrivals['find']>>
      now: Date
    },
  ): Promise<Admitted['status']> => {
    const { user, book, wishes = null, again = false, place = null, now } = request
    const { asin } = book
    const former = await repository.findRequest(asin, user.id, within)
    const standing = await demand.standing(asin, within)
    const approval = (await approvals(user, within))(book)
    const options = { again, autoApproved: approval.approved }
    const { status: due, fromTheStart } = admit(user, former, standing, options)
    const status = place ? 'approved' : due
    if (!place) await quotas.take(within, { user, asin, now })
    const stored = { asin, userId: user.id, status, settled: status !== due, wishes, now }
    await storeStatus(repository, within, former, stored)
    if (fromTheStart) await demand.beginAgain(within, asin, now)
    else if (status === 'approved' && !place)
      await demand.begin(within, asin, { wasWanted: standing.approved, now })
    await books.timeline.add(within, {
      asin,
      kind: 'requested',
      actor: user.username,
      detail: requestedDetail(wishes, again && user.role === 'admin'),
      at: now,
    })
    const joins = standing.approved && !standing.leftLibrary
    if (status === 'approved' && !joins && !place && approval.approved && approval.rule !== null) {
      const detail = { user: user.username, rule: approval.rule }
      await books.timeline.add(within, { asin, kind: 'approved', actor: null, detail, at: now })
    }
    await notify(within, {
      event: 'onNewRequest',
      requesterIds: [user.id],
      namedOnlyIds: await repository.listRequesterIds(asin, within),
      book,
    })
    if (place) await arrivals.record(within, asin, place)
    return status
  }
}

async function storeStatus(
  repository: RequestsRepository,
  within: Transaction,
  former: Former,
  stored: Parameters<RequestsRepository['addRequest']>[1],
): Promise<void> {
  const { asin, userId, status } = stored
  if (former) {
    await repository.setStatus(within, stored)
    await repository.setWishes(within, stored)
  } else await repository.addRequest(within, stored)
  if (status === 'approved' && former?.status !== 'approved')
    await repository.markJoined(within, asin, [userId])
}

function requestedDetail(wishes: Wishes | null, again: boolean): TimelineDetail | null {
  const detail = { ...(wishes && { wishes }), ...(again && { again }) }
  return Object.keys(detail).length > 0 ? detail : null
}
