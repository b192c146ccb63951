import { causeOf, type Cause } from '#contract/cause'
import { agoOf, CLOCK_SKEW } from '#server/async/due.rules'
import { faultOf } from '#server/errors/fault'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { mustBeRequested, notPossibleNow } from '#server/domain/fulfilment/fulfilment.errors'
import { refreshPages } from '#server/domain/fulfilment/fulfilment-events'
import { FREE } from '#server/domain/fulfilment/transitions'
import { GRAB_ENDS_WITHIN, pauseUntilReconcile } from '#server/domain/fulfilment/transitions.rules'
import { arrived, note, NOT_GRABBED, resumeAfterGrab, settleGrab } from './grab.service'
import type { Grab } from './grabs.repository'
import { clientHas } from './send-to-client'
import { GONE_AFTER } from '#server/domain/fulfilment/track/download-state.rules'
import type { NotedDownload } from '#server/domain/fulfilment/track/downloads.repository'

/** Milliseconds for which a grab is looked for in the history, if its own time is wrong. */
const LONGEST_UNCONFIRMED = 24 * 60 * 60_000

/** Milliseconds; a grab from the future, by a clock that was ahead, is old. */
const ageOf = ({ clock }: FulfilmentContext, grab: Grab) => agoOf(grab.createdAt, clock())

/**
 * Asks the client or the history, once, what became of a grab without an answer. Sends nothing.
 * @param owner the worker that holds the fulfilment.
 */
export async function reconcile(context: FulfilmentContext, grab: Grab, owner: string): Promise<void> {
  if (grab.state === 'sending') {
    const cause = causeOf('grab_interrupted')
    return settleGrab(context, grab, { state: 'unknown', cause }, owner, context.clock())
  }
  const { answer, absent, asked } = await ask(context, grab)
  context.log.info('Asked {asked} whether it received "{title}": {answer}', {
    asked,
    title: grab.title,
    answer,
  })
  if (answer === 'yes') return settleGrab(context, grab, { state: 'grabbed' }, owner)
  if (answer === 'no' && ageOf(context, grab) >= GRAB_ENDS_WITHIN) {
    await settleAs(context, grab, { actor: null, cause: absent })
  } else await askAgainLater(context, grab, owner)
}

/** Since when a grab may be in the history; one from the future was made by a clock that was ahead. */
function sentSince({ clock }: FulfilmentContext, { createdAt }: Grab): Date {
  const now = clock().getTime()
  return createdAt.getTime() <= now + CLOCK_SKEW ? createdAt : new Date(now - LONGEST_UNCONFIRMED)
}

/** Asks the client to which the release was to be added, or else the source's history. */
async function ask(
  context: FulfilmentContext,
  grab: Grab,
): Promise<{ answer: 'yes' | 'no' | 'unknown'; absent: Cause; asked: string }> {
  const sent = await context.downloads.findNoted(grab.id)
  if (sent) {
    const asked = sent.client ?? ''
    return {
      asked,
      answer: await trustedAnswer(context, sent, await clientHas(context, sent, grab)),
      absent: causeOf('not_in_client', { client: asked }),
    }
  }
  const { name: asked } = context.source
  return {
    asked,
    answer: await context.source.wasGrabbed({
      title: grab.title,
      indexerId: grab.indexerId,
      since: sentSince(context, grab),
    }),
    absent: causeOf('not_in_history', { service: asked }),
  }
}

/**
 * How far to trust a client's answer: a client that has just started shows an empty list at first, so a missing
 * download counts only after the client has been up for a while.
 */
async function trustedAnswer(
  { downloads, transaction, clock }: FulfilmentContext,
  { grabId, missingSince: stored }: NotedDownload,
  answer: 'yes' | 'no' | 'unknown',
): Promise<'yes' | 'no' | 'unknown'> {
  const now = clock()
  const missingSince = stored && stored > now ? now : stored
  if (answer === 'no' && missingSince && now.getTime() - missingSince.getTime() >= GONE_AFTER) return 'no'
  const since = answer === 'no' ? (missingSince ?? now) : null
  if (since?.getTime() !== stored?.getTime()) {
    await transaction((within) => downloads.change(within, grabId, { missingSince: since }, now))
  }
  return answer === 'yes' ? 'yes' : 'unknown'
}

async function askAgainLater(context: FulfilmentContext, grab: Grab, owner: string): Promise<void> {
  const { fulfilments, transaction, clock } = context
  await transaction(async (within) => {
    const fulfilment = await fulfilments.lock(within, grab.asin)
    if (fulfilment?.leaseOwner !== owner) return
    const nextAttemptAt = new Date(clock().getTime() + pauseUntilReconcile(ageOf(context, grab)))
    await fulfilments.change(within, grab.asin, { ...FREE, nextAttemptAt }, clock())
  })
}

/**
 * Applies a person's report of what became of a grab without an answer.
 * @throws AppError `not_requested`, `not_possible_now` if no grab is waiting for it.
 */
export async function confirmGrab(
  context: FulfilmentContext,
  person: { username: string },
  asin: string,
  grabbed: boolean,
): Promise<void> {
  await mustBeRequested(context, asin)
  const open = await context.grabs.findUnderWay(asin)
  if (open?.state !== 'unconfirmed') throw notPossibleNow({ why: 'nothing_to_confirm' })
  const cause = grabbed ? null : causeOf('not_arrived')
  const settled = await settleAs(context, open, { actor: person.username, cause })
  if (!settled) throw notPossibleNow({ why: 'confirmed' })
  context.demand.wake()
}

/**
 * Ends a grab. If it did not happen, the book is searched for again, unless no one wants it any more.
 * @param by.cause why it did not happen; null if it did.
 * @returns false if the outcome was already known from elsewhere.
 */
async function settleAs(
  context: FulfilmentContext,
  grab: Grab,
  { actor, cause }: { actor: string | null; cause: Cause | null },
): Promise<boolean> {
  const { asin } = grab
  const { fulfilments, grabs, transaction, clock } = context
  const by = { ...grab, actor }
  const settled = await transaction(async (within) => {
    const at = clock()
    const fulfilment = await fulfilments.lock(within, asin)
    const state = cause ? 'rejected' : 'grabbed'
    if (!(await grabs.settle(within, grab.id, { state, cause }, at))) return false
    if (!cause) await arrived(context, within, by, fulfilment, true)
    else {
      await note(context, within, by, {
        kind: NOT_GRABBED[faultOf(cause) === 'release' ? 'rejected' : 'postponed'],
        at,
        cause,
      })
      await resumeAfterGrab(context, within, asin, fulfilment)
    }
    return true
  })
  await refreshPages(context, asin)
  return settled
}
