import type { FulfilmentState } from '#contract/books'
import { causeOf } from '#contract/cause'
import type { Signals, Transaction } from '#server/db/database'
import type { BooksRepository } from '#server/domain/books/books.repository'
import { bind } from '#server/domain/bind'
import type { FulfilmentContext } from './context'
import type { Fulfilment } from './fulfilments.repository'
import type { Demand } from './fulfilment.types'
import { awaitedRelease, nextState } from './transitions.rules'
import { DONE } from './transitions'

/** Signal that there may be work. */
export const FULFILMENT_TOPIC = 'fulfilment'

interface DemandContext extends Pick<FulfilmentContext, 'fulfilments' | 'grabs'> {
  searches: Pick<FulfilmentContext['searches'], 'breakOff'>
  books: Pick<BooksRepository, 'findReleaseDate'>
  signals: Signals
}

/** Starts and ends fulfilments as people want books or no longer do. */
export function createDemand(context: DemandContext): Demand & { onWake(listener: () => void): () => void } {
  return bind(context, { begin, beginAgain, unwanted, corrected, wishesChanged, findWork, wake, onWake })
}

async function begin(context: DemandContext, within: Transaction, asin: string, now: Date): Promise<void> {
  const before = await context.fulfilments.lock(within, asin)
  if (before?.state === 'available' && before.leftLibrary) return beginAgain(context, within, asin, now)
  const nextTryAt = await releaseDay(context, within, asin, now)
  await context.fulfilments.insert(within, asin, { nextTryAt }, now)
}

async function beginAgain(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  const { fulfilments, grabs } = context
  const fulfilment = await fulfilments.lock(within, asin)
  if (!fulfilment) return begin(context, within, asin, now)
  const state = nextState(fulfilment.state, 'reverted')
  if (state !== 'waiting') return
  await grabs.takeBack(within, asin, null, now)
  const nextTryAt = await releaseDay(context, within, asin, now)
  await fulfilments.change(within, asin, { ...DONE, state, nextTryAt, stopped: false }, now)
}

async function unwanted(
  { fulfilments, grabs }: DemandContext,
  within: Transaction,
  asin: string,
): Promise<void> {
  const fulfilment = await fulfilments.lock(within, asin)
  if (!fulfilment || (await fulfilments.countApproved(within, asin)) > 0) return
  // A release already sent may have arrived.
  if (await grabs.findUnderWay(asin, within)) return
  if (nextState(fulfilment.state, 'unwanted') === 'none') await fulfilments.remove(within, asin)
}

async function corrected(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  const { fulfilments, searches } = context
  const fulfilment = await fulfilments.lock(within, asin)
  await searches.breakOff(within, asin, causeOf('corrected'), now)
  if (fulfilment) await planAfresh(context, within, fulfilment, now)
}

async function wishesChanged(
  context: DemandContext,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  const fulfilment = await context.fulfilments.lock(within, asin)
  if (fulfilment) await planAfresh(context, within, fulfilment, now)
}

/** Drops the schedule of a book that is no longer wanted. */
async function planAfresh(
  context: DemandContext,
  within: Transaction,
  fulfilment: Fulfilment,
  now: Date,
): Promise<void> {
  const { asin } = fulfilment
  // Whoever holds the lease finds out by itself.
  if (fulfilment.leaseOwner !== null) return
  const state = nextState(fulfilment.state, 'corrected')
  if (state !== 'waiting') return
  const nextTryAt = await releaseDay(context, within, asin, now)
  const change = { state, nextTryAt, error: null, misses: 0, failures: 0, toldMissing: false }
  await context.fulfilments.change(within, asin, change, now)
}

async function findWork(
  { fulfilments, grabs }: DemandContext,
  within: Transaction,
  asin: string,
): Promise<FulfilmentState | null> {
  const fulfilment = await fulfilments.lock(within, asin)
  if (!fulfilment) return null
  return (await grabs.findUnderWay(asin, within)) ? 'grab_unconfirmed' : fulfilment.state
}

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
