import { causeOf, causeText, type Cause } from '#contract/cause'
import type { Transaction } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { refreshPages, notifyRequesters } from '#server/domain/fulfilment/fulfilment-events'
import type { Fulfilment } from '#server/domain/fulfilment/fulfilments.repository'
import { DONE, FREE, transition } from '#server/domain/fulfilment/transitions'
import { pauseAfterFailure, pauseUntilReconcile } from '#server/domain/fulfilment/transitions.rules'
import type { ClientProtocol } from '#server/domain/integrations/download-client.types'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
import { waitingCause } from '#server/domain/fulfilment/wait/connection-waits'
import { sourceOf } from '#server/domain/fulfilment/wait/rests'
import { AppError } from '#server/errors/app-error'
import { failedBy, failedGrab, type FailedGrab } from '#server/errors/fault'
import { isLate, LATE, withConnection, type FinalGrabOutcome } from './grab-outcome'
import type { Grab } from './grabs.repository'
import { sendToClient } from './send-to-client'

// Sends releases to the download client, each at most once. A grab is stored before it is sent, and its outcome
// afterwards. A grab without an answer or a stored outcome may have happened, so it is never repeated.

export interface WantedGrab {
  asin: string
  facts: StoredRelease
  searchId: string | null
  actor: string | null
}

/** Milliseconds for the search that finds a forgotten release again. */
const REPEAT_LIMIT = 60_000

/** States in which a book may still be searched for. */
const SEARCHABLE: Fulfilment['state'][] = ['waiting', 'searching', 'not_found', 'grab_unconfirmed', 'failed']

const TO_GRAB = {
  grabbed: 'grabbed',
  unknown: 'unconfirmed',
  rejected: 'rejected',
  postponed: 'postponed',
} as const

/** What the activity of a book says. Only a release that is at fault was refused. */
export const NOT_GRABBED = {
  unknown: 'grab_unconfirmed',
  rejected: 'grab_rejected',
  postponed: 'grab_postponed',
} as const

/**
 * Records that a release is about to be sent, in a transaction that has locked the fulfilment.
 * @returns null if it was sent before, or another grab of the book is in progress.
 */
export async function beginGrab(
  context: FulfilmentContext,
  within: Transaction,
  wanted: WantedGrab,
): Promise<Grab | null> {
  const now = context.clock()
  const grab = await context.grabs.begin(within, wanted, now)
  if (grab) await note(context, within, grab, { kind: 'grab_started', at: now })
  return grab
}

/** Records a step of a grab in the activity of its book. */
export async function note(
  { timeline, downloads }: FulfilmentContext,
  within: Transaction,
  grab: Grab,
  entry: {
    kind: 'grab_started' | 'grabbed' | (typeof NOT_GRABBED)[keyof typeof NOT_GRABBED]
    at: Date
    cause?: Cause
  },
): Promise<void> {
  const { asin, actor, title, facts, searchId } = grab
  const { kind, at, cause } = entry
  const client = kind === 'grab_started' ? null : (await downloads.findNoted(grab.id, within))?.client
  const detail = {
    release: title,
    indexer: facts.indexer,
    ...(client && { client }),
    ...(searchId !== null && { search_id: searchId }),
    ...(cause && { cause }),
  }
  await timeline.add(within, { asin, kind, actor, detail, at })
}

/** Sends a release by the route set for its protocol. */
export async function sendGrab(context: FulfilmentContext, grab: Grab): Promise<FinalGrabOutcome> {
  const protocol = await ownProtocol(context, grab)
  const outcome = protocol ? await sendToClient(context, grab, protocol) : await sendToSource(context, grab)
  // Its name is only for the log: failing to read it must not lose the outcome.
  const noted = protocol && (await context.downloads.findNoted(grab.id).catch(() => null))
  const client = protocol ? noted?.client : context.source.name
  const facts = { title: grab.title, client: client ?? 'a download client', indexer: grab.facts.indexer }
  if (outcome.state === 'grabbed') context.log.info('Sent "{title}" to {client}', facts)
  else {
    const reason = causeText(outcome.cause)
    context.log.warn('Could not send "{title}" to {client}: {reason}', { ...facts, reason })
  }
  return outcome
}

/** The protocol of a release that we add to a client ourselves; null if the source sends it. */
async function ownProtocol(
  { settings }: Pick<FulfilmentContext, 'settings'>,
  { facts: { protocol } }: Grab,
): Promise<ClientProtocol | null> {
  if (protocol === 'unknown') return null
  const { send_torrents_by: torrents, send_usenet_by: usenet } = await settings()
  return (protocol === 'torrent' ? torrents : usenet) === 'client' ? protocol : null
}

/** Sends a release. If the source has forgotten it, repeats the search that found it and sends it again. */
async function sendToSource(context: FulfilmentContext, grab: Grab): Promise<FinalGrabOutcome> {
  const first = await post(context, grab)
  if (first.state !== 'forgotten') return final(context, first)
  const failure = await findAgain(context, grab)
  if (failure) return final(context, failure)
  const second = await post(context, grab)
  if (second.state !== 'forgotten') return final(context, second)
  return final(context, failedGrab(404, causeOf('release_forgotten', { service: context.source.name })))
}

function final(
  context: FulfilmentContext,
  outcome: Exclude<GrabOutcome, { state: 'forgotten' }>,
): FinalGrabOutcome {
  return outcome.state === 'postponed' ? withConnection(outcome, sourceOf(context)) : outcome
}

async function post(context: FulfilmentContext, grab: Grab): Promise<GrabOutcome> {
  const { source, log } = context
  if (isLate(context, grab, REPEAT_LIMIT)) return LATE
  try {
    return await source.grab({ guid: grab.guid, indexerId: grab.indexerId })
  } catch (error) {
    log.error('Sending "{title}" failed unexpectedly: {error}', { title: grab.title, error })
    return { state: 'unknown', cause: causeOf('unexpected') }
  }
}

/** @returns why the search could not be repeated; null if it was. */
async function findAgain(
  { source, log }: FulfilmentContext,
  { title, facts, indexerId }: Grab,
): Promise<FailedGrab | null> {
  const indexer = { id: indexerId, name: facts.indexer, protocol: facts.protocol }
  try {
    await source.search(indexer, facts.query, AbortSignal.timeout(REPEAT_LIMIT))
    return null
  } catch (error) {
    if (error instanceof AppError) return failedBy(error)
    log.error('Searching {indexer} for "{title}" again failed: {error}', {
      indexer: indexer.name,
      title,
      error,
    })
    return failedGrab(503, causeOf('no_answer_in_time', { service: source.name }))
  }
}

/**
 * Continues after a failed grab. If another release has arrived, the search is over; otherwise the book is
 * searched for again, unless no one wants it any more. If the source left several grabs in a row unanswered,
 * that search is postponed: the source may accept releases without responding.
 */
export async function resumeAfterGrab(
  context: FulfilmentContext,
  within: Transaction,
  asin: string,
  fulfilment: Fulfilment | null,
): Promise<void> {
  if (!fulfilment || !SEARCHABLE.includes(fulfilment.state)) return
  const former = await context.grabs.list(asin, within)
  if (former.some(({ state }) => state === 'grabbed')) {
    await transition(context, within, asin, fulfilment, 'grabbed', DONE)
  } else if (fulfilment.state === 'grab_unconfirmed') {
    const failures = fulfilment.failures + 1
    const later = new Date(context.clock().getTime() + pauseAfterFailure(failures))
    const nextAttemptAt = fulfilment.failures === 0 ? null : later
    const change = { ...FREE, failures, nextAttemptAt, cause: null }
    await transition(context, within, asin, fulfilment, 'not_grabbed', change)
    if (await context.requesters.isWanted(asin, within)) return
    await transition(context, within, asin, { ...fulfilment, state: 'waiting' }, 'unwanted', {})
  }
}

/**
 * Stores the outcome of a grab. A late response counts even if someone else has given up on the grab: a
 * release that arrived ends the search for others.
 * @param owner the holder of the fulfilment's lease; if someone else holds it by now, the fulfilment is left
 *   unchanged.
 * @param askAt when to ask the history about a grab without an answer; soon by default.
 */
export async function settleGrab(
  context: FulfilmentContext,
  grab: Grab,
  outcome: FinalGrabOutcome,
  owner: string,
  askAt?: Date,
): Promise<void> {
  const { asin } = grab
  const { fulfilments, grabs, clock } = context
  await context.transaction(async (within) => {
    const now = clock()
    const fulfilment = await fulfilments.lock(within, asin)
    const mine = fulfilment?.leaseOwner === owner || fulfilment?.state === 'grab_unconfirmed'
    const cause = causeOfOutcome(outcome)
    // The release may have been sent again after this grab was recorded as refused.
    const { id } = (outcome.state === 'grabbed' && (await grabs.findActive(within, grab))) || grab
    if (!(await grabs.settle(within, id, { state: TO_GRAB[outcome.state], cause }, now))) return
    if (outcome.state === 'grabbed') return arrived(context, within, { ...grab, id }, fulfilment, mine)
    if (outcome.state === 'unknown' && mine) {
      const age = now.getTime() - grab.createdAt.getTime()
      const nextAttemptAt = askAt ?? new Date(now.getTime() + pauseUntilReconcile(age))
      const change = { ...FREE, nextAttemptAt, atOnce: false, cause }
      await transition(context, within, asin, fulfilment, 'unanswered', change)
    }
    await note(context, within, grab, {
      kind: NOT_GRABBED[outcome.state],
      at: now,
      ...(cause && { cause }),
    })
    if (outcome.state !== 'unknown' && mine) await resumeAfterGrab(context, within, asin, fulfilment)
  })
  await refreshPages(context, asin)
}

/** Why a grab failed; of one that waits for a connection, only administrators see what that says. */
function causeOfOutcome(outcome: FinalGrabOutcome): Cause | null {
  if (outcome.state === 'grabbed') return null
  return outcome.state === 'postponed' ? waitingCause(outcome.connection, outcome.cause) : outcome.cause
}

/** The download client has the release: updates the fulfilment and tells people. */
export async function arrived(
  context: FulfilmentContext,
  within: Transaction,
  grab: Grab,
  fulfilment: Fulfilment | null,
  mine: boolean,
): Promise<void> {
  const { asin, facts, id } = grab
  const open = fulfilment !== null && (mine || SEARCHABLE.includes(fulfilment.state))
  // The outcome of another grab in progress is awaited first.
  if (open && (await context.grabs.findUnderWay(asin, within)) === null) {
    await transition(context, within, asin, fulfilment, 'grabbed', DONE)
  }
  await note(context, within, grab, { kind: 'grabbed', at: context.clock() })
  await notifyRequesters(context, within, asin, {
    event: 'onSuccessfulDownload',
    release: facts,
    occurrence: id,
  })
}
