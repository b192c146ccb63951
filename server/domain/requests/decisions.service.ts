import { shortenUsername } from '#server/domain/shorten-username.rules'
import { bind } from '#server/domain/bind'
import { nameKey } from '#server/domain/name-key.rules'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { notRequested } from '#server/domain/books/books.errors'
import { chooseForDecision, type Decision } from './decisions.rules'
import { nothingToDecide } from './requests.errors'
import type { Quotas } from './quotas.service'
import type { RequestsContext } from './requests.types'

interface DecisionOptions {
  /** One requester, even if decided before; all waiting requests if omitted. */
  username?: string | undefined
  /** Reason for a decline. */
  reason?: string | undefined
}

export type Decisions = ReturnType<typeof createDecisions>

interface Context extends RequestsContext {
  quotas: Pick<Quotas, 'giveBack'>
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
    const userIds = choice.chosen.map(({ userId }) => userId)
    await repository.decide(within, { asin, userIds, status: decision, reason, now })
    if (decision === 'approved') await demand.begin(within, asin, now)
    else {
      await quotas.giveBack(within, asin, userIds)
      await demand.unwanted(within, asin)
    }
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
 * @throws AppError `not_requested`, `nothing_to_decide`.
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
 * @throws AppError `not_requested`, `nothing_to_decide`.
 */
function decline(context: Context, user: CurrentUser, asin: string, options: DecisionOptions = {}) {
  return decide(context, user, asin, 'declined', options)
}
