import type { RequestStatus } from '#contract/books'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import { bind } from '#server/domain/bind'
import { nameKey } from '#server/domain/name-key.rules'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { notRequested } from '#server/domain/books/books.errors'
import { nothingToDecide } from './requests.errors'
import type { Quotas } from './quotas.service'
import type { RequestsContext } from './requests.types'

type Decision = Extract<RequestStatus, 'approved' | 'declined'>

/** A request to decide on. */
interface Decidable {
  usernameKey: string
  status: RequestStatus
}

type Choice<R> = { chosen: R[] } | { refused: 'not_requested' | 'nothing_to_decide' }

interface DecisionOptions {
  /** One requester, even if decided before; all waiting requests if omitted. */
  username?: string | undefined
  /** Reason for a decline. */
  reason?: string | undefined
  /** The version of the book that was shown; whatever it is now if omitted. */
  version?: string | undefined
}

export type Decisions = ReturnType<typeof createDecisions>

interface Context extends RequestsContext {
  quotas: Pick<Quotas, 'refund'>
}

/** Administrators' decisions on requests. */
export function createDecisions(context: Context) {
  return bind(context, { approve, decline })
}

async function decide(
  { clock, transaction, books, repository, demand, quotas, notify, wake, announce, log }: Context,
  user: CurrentUser,
  asin: string,
  decision: Decision,
  options: DecisionOptions,
) {
  const now = clock()
  const reason = options.reason || null
  const key = options.username === undefined ? undefined : nameKey(options.username)
  const { title, count } = await transaction(async (within) => {
    await books.repository.lock(within, asin)
    const book = await books.repository.find(asin, within)
    const choice = chooseForDecision(await repository.listRequests(within, asin), decision, key)
    if (book === null || ('refused' in choice && choice.refused === 'not_requested')) {
      const { username } = options
      throw notRequested(username === undefined ? { why: 'nobody' } : { why: 'not_by', username })
    }
    if ('refused' in choice) {
      throw nothingToDecide({ title: book.title })
    }
    books.mustBeAsSeen(options.version, { book, requests: choice.chosen })
    const userIds = choice.chosen.map(({ userId }) => userId)
    const { approved: wasWanted } = await demand.standing(asin, within)
    await demand.adjust(within, asin, now, async () => {
      await repository.decide(within, { asin, userIds, status: decision, reason, now })
      if (decision === 'approved') await demand.begin(within, asin, { wasWanted, now })
      else await quotas.refund(within, asin, userIds)
    })
    for (const { username } of choice.chosen) {
      const detail = { user: username, ...(reason !== null && { reason }) }
      await books.timeline.add(within, { asin, kind: decision, actor: user.username, detail, at: now })
    }
    await notify(within, {
      event: decision === 'approved' ? 'onRequestApproved' : 'onRequestDeclined',
      requesterIds: userIds,
      book,
      reason,
    })
    return { title: book.title, count: choice.chosen.length }
  })
  wake()
  announce({ topic: 'requests', asin }, { admins: true, userIds: await repository.listRequesterIds(asin) })
  const who = shortenUsername(user.username)
  log.info('{user} {decision} requests for "{title}": {count}', { user: who, decision, title, count, asin })
}

/**
 * Approves requests for a book; the first approval starts its fulfilment.
 * @throws AppError `not_requested`, `nothing_to_decide`, `changed_since_seen`.
 */
function approve(
  context: Context,
  user: CurrentUser,
  asin: string,
  options: Omit<DecisionOptions, 'reason'> = {},
) {
  return decide(context, user, asin, 'approved', options)
}

/**
 * Declines requests for a book. If no approved request is left, its fulfilment ends unless a release may have
 * been grabbed.
 * @throws AppError `not_requested`, `nothing_to_decide`, `changed_since_seen`.
 */
function decline(context: Context, user: CurrentUser, asin: string, options: DecisionOptions = {}) {
  return decide(context, user, asin, 'declined', options)
}

/**
 * The requests for a book that a decision applies to: all waiting ones, or that of a named person, for whom an earlier
 * decision can be reversed.
 * @param usernameKey the normalised username; all waiting requests if omitted.
 */
export function chooseForDecision<R extends Decidable>(
  requests: readonly R[],
  decision: Decision,
  usernameKey?: string,
): Choice<R> {
  const meant = requests.filter((request) =>
    usernameKey === undefined ? true : request.usernameKey === usernameKey,
  )
  if (meant.length === 0) return { refused: 'not_requested' }
  const chosen = meant.filter(({ status }) =>
    usernameKey === undefined ? status === 'pending' : status !== decision,
  )
  return chosen.length > 0 ? { chosen } : { refused: 'nothing_to_decide' }
}
