import type { FulfilmentState } from '#contract/books'
import { causeOf } from '#contract/cause'
import type { Signals, Transaction } from '#server/db/database'
import type { BooksRepository } from '#server/domain/books/books.repository'
import { areSameConditions } from '#server/domain/books/conditions.rules'
import type { Requesters } from './context'
import { bind } from '#server/domain/bind'
import type { FulfilmentsRepository } from './fulfilments.repository'
import type { GrabsRepository } from './grab/grabs.repository'
import type { ReleaseSearchRepository } from './search/release-search.repository'
import { awaitedRelease, isChosenTime, nextState } from './transitions.rules'
import { DONE } from './transitions'

/** Signal that there may be work. */
const FULFILMENT_TOPIC = 'fulfilment'

interface DemandContext {
  fulfilments: FulfilmentsRepository
  requesters: Pick<Requesters, 'isWanted' | 'conditionsOf' | 'unsettle'>
  grabs: GrabsRepository
  searches: Pick<ReleaseSearchRepository, 'cancelRunning'>
  books: Pick<BooksRepository, 'findReleaseDate'>
  signals: Signals
}

export type Demand = ReturnType<typeof createDemand>

/**
 * The effect of requests on the fulfilment of a book. Each call is part of the transaction that changes the requests.
 */
export function createDemand(context: DemandContext) {
  const changes = { begin, beginAgain, adjust, unwanted, missing, corrected, wishesChanged }
  return bind(context, { ...changes, standing, lockState, wake, onWake })
}

/**
 * Starts the fulfilment when a request is approved, unless it has started already. A book that the library has lost
 * starts over, as does one that failed while no one wanted it; a book not yet released waits for its release date.
 * @param request.wasWanted whether another request was approved before.
 */
async function begin(
  context: DemandContext,
  within: Transaction,
  asin: string,
  { wasWanted, now }: { wasWanted: boolean; now: Date },
): Promise<void> {
  const before = await context.fulfilments.lock(within, asin)
  const isLost = before?.state === 'available' && before.leftLibrary
  const isOver = before?.state === 'failed' && !wasWanted
  if (isLost || isOver) return beginAgain(context, within, asin, now)
  const nextAttemptAt = await releaseDay(context, within, asin, now)
  await context.fulfilments.insert(within, asin, { nextAttemptAt }, now)
}

/** Starts over a book that is in the library or failed; grabs made before no longer count. */
async function beginAgain(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  const { fulfilments, grabs, requesters } = context
  const fulfilment = await fulfilments.lock(within, asin)
  if (!fulfilment) return begin(context, within, asin, { wasWanted: false, now })
  const state = nextState(fulfilment.state, 'reverted')
  if (state !== 'waiting') return
  await requesters.unsettle(within, asin, now)
  await grabs.takeBack(within, { asin }, null, now)
  const nextAttemptAt = await releaseDay(context, within, asin, now)
  await fulfilments.change(within, asin, { ...DONE, state, nextAttemptAt, stopped: false }, now)
}

/**
 * Carries out a change of a book's requests. Without an approved one its fulfilment ends; if the wishes of those that
 * are left differ from before, its releases are ranked again, unless a person has planned when to search.
 */
async function adjust(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
  change: () => Promise<unknown>,
): Promise<void> {
  const { conditionsOf } = context.requesters
  const before = await conditionsOf(asin, within)
  await change()
  await unwanted(context, within, asin)
  if (areSameConditions(before, await conditionsOf(asin, within))) return
  const fulfilment = await context.fulfilments.lock(within, asin)
  const isPlanned =
    fulfilment !== null &&
    isChosenTime(fulfilment) &&
    fulfilment.nextAttemptAt !== null &&
    fulfilment.nextAttemptAt > now
  if (!isPlanned) await wishesChanged(context, within, asin, now)
}

/**
 * Ends the fulfilment when no approved request is left: deletes it before a grab and after a failure, and keeps it
 * while a release may still arrive. Does nothing while an approved request remains.
 */
async function unwanted(
  { fulfilments, grabs, requesters }: DemandContext,
  within: Transaction,
  asin: string,
): Promise<void> {
  const fulfilment = await fulfilments.lock(within, asin)
  if (!fulfilment || (await requesters.isWanted(asin, within))) return
  // A release already sent may have arrived.
  if (await grabs.findUnderWay(asin, within)) return
  if (nextState(fulfilment.state, 'unwanted') === 'none') await fulfilments.remove(within, asin)
}

/**
 * Records that a book is not there after all: requests approved because it was wait for approval again. Without another
 * approved one its fulfilment ends.
 */
async function missing(context: DemandContext, within: Transaction, asin: string, now: Date): Promise<void> {
  await context.requesters.unsettle(within, asin, now)
  await unwanted(context, within, asin)
}

/**
 * Searches again after the book's details were corrected. Cancels a running search and drops the old
 * schedule; does nothing after a grab.
 */
async function corrected(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  await wishesChanged(context, within, asin, now)
  await context.searches.cancelRunning(within, asin, causeOf('corrected'), now)
}

/**
 * Ranks a book's releases again after wishes changed, or searches again if they are too old: sets it back to waiting,
 * without the schedule and the misses of what was wanted before. Does nothing after a grab.
 */
async function wishesChanged(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  const fulfilment = await context.fulfilments.lock(within, asin)
  // The worker that searches notices the change itself.
  if (!fulfilment || (fulfilment.state === 'searching' && fulfilment.leaseOwner !== null)) return
  const state = nextState(fulfilment.state, 'corrected')
  if (state !== 'waiting') return
  const nextAttemptAt = await releaseDay(context, within, asin, now)
  const fresh = { waitsFor: null, cause: null, misses: 0, failures: 0, toldMissing: false }
  await context.fulfilments.change(within, asin, { ...fresh, state, nextAttemptAt }, now)
}

/** What a new request depends on; valid while the book is locked. */
async function standing(
  { fulfilments, requesters }: DemandContext,
  asin: string,
  within?: Pick<Transaction, 'select' | '$count'>,
): Promise<{ available: boolean; leftLibrary: boolean; approved: boolean }> {
  const fulfilment = await fulfilments.find(asin, within)
  const available = fulfilment?.state === 'available'
  const leftLibrary = available && fulfilment.leftLibrary
  return { available, leftLibrary, approved: await requesters.isWanted(asin, within) }
}

/**
 * The state, locked until the transaction ends; null if there is no fulfilment. Once a release was sent, the state is
 * no longer searching, whether or not the release has arrived.
 */
async function lockState(
  { fulfilments, grabs }: DemandContext,
  within: Transaction,
  asin: string,
): Promise<FulfilmentState | null> {
  const fulfilment = await fulfilments.lock(within, asin)
  if (!fulfilment) return null
  return (await grabs.findUnderWay(asin, within)) ? 'grab_unconfirmed' : fulfilment.state
}

/** Wakes the workers of every instance; call it after the transaction. */
function wake({ signals }: DemandContext): void {
  signals.publish(FULFILMENT_TOPIC, '')
}

/** @returns a function that stops listening. */
function onWake({ signals }: DemandContext, listener: () => void): () => void {
  return signals.subscribe(FULFILMENT_TOPIC, listener)
}

async function releaseDay(
  { books }: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<Date | null> {
  return awaitedRelease(await books.findReleaseDate(asin, within), now)
}
