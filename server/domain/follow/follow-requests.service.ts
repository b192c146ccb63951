import { REQUEST_OUTCOMES, type RequestOutcome } from '#contract/inbox'
import type { FeatureContext } from '#server/domain/feature-context'
import { agoOf } from '#server/async/due.rules'
import { AppError } from '#server/errors/app-error'
import { bind } from '#server/domain/bind'
import type { Requests } from '#server/domain/requests/requests.service'
import { REQUEST_AGAIN } from './follow.rules'
import type { DueRequest, InboxRepository } from './inbox.repository'

/** How long to retry a request that cannot be made for a reason of its own, in milliseconds. */
const LONGEST = 3 * 24 * 60 * 60_000

interface Context extends Pick<FeatureContext, 'announce' | 'clock' | 'log'> {
  repository: Pick<InboxRepository, 'claimRequest' | 'endRequest'>
  requests: Pick<Requests, 'create'>
}

/** Requests new books for people who chose this, as if they had requested them personally. */
export function createFollowRequests(context: Context) {
  return bind(context, { requestNext })
}

/**
 * Makes the request that has been due longest. If the quota, the library or an earlier request prevents it,
 * that is recorded and left to the person. Other failures are retried every hour, unless the person no longer
 * wants the book; those of the catalogue for as long as it takes.
 * @returns whether a request was due.
 */
async function requestNext(context: Context): Promise<boolean> {
  const { repository, announce, clock } = context
  const now = clock()
  const due = await repository.claimRequest({ now, again: new Date(now.getTime() + REQUEST_AGAIN) })
  if (!due) return false
  if (!due.wanted) {
    await repository.endRequest(due.itemId, null)
    return true
  }
  const outcome = await request(context, due)
  if (outcome === 'catalogue_down' || (outcome === null && agoOf(due.at, now) < LONGEST)) return true
  await repository.endRequest(due.itemId, outcome ?? 'failed')
  announce({ topic: 'inbox' }, { admins: false, userIds: [due.user.id] })
  return true
}

/** @returns the outcome, or null if the request could not be made, though the catalogue works. */
async function request(
  { requests, log }: Context,
  { user, book: { asin, region, title } }: DueRequest,
): Promise<RequestOutcome | 'catalogue_down' | null> {
  try {
    await requests.create(user, asin, { region, unlessKnown: true })
    return 'requested'
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    const outcome = REQUEST_OUTCOMES.find((each) => each === code)
    if (outcome) return outcome
    log.warn('Requesting "{title}" for a follower failed: {error}', { title, asin, error })
    return code?.startsWith('catalogue_') ? 'catalogue_down' : null
  }
}
