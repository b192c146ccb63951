import { causeOf, causeText, type Cause } from '#contract/cause'
import type { Conditions } from '#contract/wishes'
import type { Transaction } from '#server/db/database'
import { areSameConditions } from '#server/domain/books/conditions.rules'
import type { FulfilmentContext } from './context'
import { notifyRequesters, refreshPages } from './fulfilment-events'
import type { Fulfilment } from './fulfilments.repository'
import type { Grab } from './grab/grabs.repository'
import type { FoundRelease, StoredSearch } from './search/release-search.types'
import { DONE, FREE, transition } from './transitions'
import { afterFailure, afterMiss } from './transitions.rules'
import { restOfTrouble, waitingCause, type Trouble } from './wait/connection-waits'

// How an attempt ends without a grab.

/** A fulfilment leased by a worker. */
export interface HeldFulfilment {
  fulfilment: Fulfilment
  owner: string
  signal: AbortSignal
}

/** Why nothing could be grabbed, with the HTTP status of the failure. */
interface FailedGrab {
  status: number | null
  cause: Cause
}

/** Locks the fulfilment and reads it; null if this worker no longer holds it. */
export async function lockHeld(
  { fulfilments }: FulfilmentContext,
  within: Transaction,
  { fulfilment, owner }: HeldFulfilment,
): Promise<Fulfilment | null> {
  const now = await fulfilments.lock(within, fulfilment.asin)
  return now?.leaseOwner === owner ? now : null
}

/** Ends an attempt with nothing left to grab. */
export async function endWithoutGrab(
  context: FulfilmentContext,
  within: Transaction,
  fulfilment: Fulfilment,
  result: { search: StoredSearch; ranked: readonly FoundRelease[]; refused: readonly Grab[] },
): Promise<void> {
  const { search, ranked, refused } = result
  const { asin } = fulfilment
  const at = context.clock()
  const [lastRefused] = refused
  if (lastRefused) {
    const causes = lastRefused.cause ? [lastRefused.cause] : []
    const cause = { ...causeOf('grabs_refused', { n: refused.length }), causes }
    return fail(context, within, fulfilment, { status: null, cause })
  }
  const planned = afterMiss(fulfilment, at)
  const change = { ...DONE, ...planned, toldMissing: true, cause: search.cause }
  if ((await transition(context, within, asin, fulfilment, 'nothing_found', change)) === null) return
  await context.timeline.add(within, {
    asin,
    kind: 'not_found',
    actor: null,
    detail: {
      found: ranked.length,
      accepted: ranked.filter(({ verdict }) => verdict.accepted).length,
      next_try_at: planned.nextAttemptAt.toISOString(),
      search_id: search.id,
    },
    at,
  })
  const first = fulfilment.misses === 0 && !fulfilment.toldMissing
  if (first) await notifyRequesters(context, within, asin, { event: 'onNotFound' })
}

async function fail(
  context: FulfilmentContext,
  within: Transaction,
  fulfilment: Fulfilment,
  error: FailedGrab,
): Promise<void> {
  const { asin, misses, toldMissing } = fulfilment
  const { cause } = error
  const change = { ...DONE, misses, toldMissing, cause }
  if ((await transition(context, within, asin, fulfilment, 'given_up', change)) === null) return
  const entry = { asin, kind: 'failed', actor: null, detail: { cause }, at: context.clock() } as const
  await context.timeline.add(within, entry)
  await notifyRequesters(context, within, asin, { event: 'onFailedDownload', error })
  await context.demand.unwanted(within, asin)
}

/**
 * Ends an attempt that a connection has prevented: the book waits for it, and continues once it works. If the trouble
 * lies behind a connection that works, only time helps.
 */
export async function waitForConnection(
  context: FulfilmentContext,
  held: HeldFulfilment,
  trouble: Trouble,
  search?: StoredSearch,
): Promise<void> {
  const until = await restOfTrouble(context, trouble)
  const { connection, cause, indexer } = trouble
  const name = until === null && indexer !== undefined ? indexer : connection.name
  const said = until || search === undefined ? waitingCause({ name }, cause) : cause
  await postponeAttempt(context, held, said, { search, waitsFor: until && { id: connection.id, until } })
}

interface Postponement {
  search?: StoredSearch | undefined
  /** A connection that does not work, and when it is called next; null if time alone helps. */
  waitsFor?: { id: string; until: Date } | null
}

/** Postpones an attempt that says nothing about the book: a connection does not work, or the fault is ours. */
export async function postponeAttempt(
  context: FulfilmentContext,
  held: HeldFulfilment,
  cause: Cause,
  { search, waitsFor = null }: Postponement = {},
): Promise<void> {
  const { asin } = held.fulfilment
  const postponed = await context.transaction(async (within) => {
    const fulfilment = await lockHeld(context, within, held)
    if (!fulfilment || (search && (await setBackIfOutdated(context, within, fulfilment, search)))) return null
    const now = context.clock()
    // What it waited for works again, so the failures before say nothing about the next attempt.
    const isBack = held.fulfilment.waitsFor !== null && waitsFor === null
    const soon = afterFailure(isBack ? { ...fulfilment, failures: 0 } : fulfilment, now)
    const isLater = waitsFor !== null && waitsFor.until > soon.nextAttemptAt
    const planned = isLater ? { ...soon, nextAttemptAt: waitsFor.until } : soon
    const change = { ...FREE, ...planned, atOnce: false, cause, waitsFor: waitsFor?.id ?? null }
    await transition(context, within, asin, fulfilment, 'search_failed', change)
    const book = await context.books.find(asin, within)
    const reason = causeText(cause).replace(/\.$/, '')
    return { title: book?.title, reason, next: planned.nextAttemptAt.toISOString(), asin }
  })
  if (postponed && waitsFor) context.log.info('Attempt for "{title}" waits: {reason}', postponed)
  else if (postponed)
    context.log.warn('Attempt for "{title}" failed: {reason}; next attempt {next}', postponed)
  await refreshPages(context, asin)
}

/**
 * Sets a book back to waiting if its details were corrected after the search began, or if its releases were ranked by
 * outdated wishes.
 * @param conditions those of the ranking; omitted if nothing was ranked.
 */
export async function setBackIfOutdated(
  context: FulfilmentContext,
  within: Transaction,
  fulfilment: Fulfilment,
  search: StoredSearch,
  conditions?: Conditions | null,
): Promise<boolean> {
  const { asin } = fulfilment
  const { correctedAt } = (await context.searches.findBook(asin, within)) ?? {}
  const isCurrent =
    (!correctedAt || search.startedAt >= correctedAt) &&
    (conditions === undefined ||
      areSameConditions(await context.requesters.conditionsOf(asin, within), conditions))
  if (isCurrent) return false
  const change = { ...FREE, nextAttemptAt: null, cause: null, misses: 0, failures: 0, toldMissing: false }
  return (await transition(context, within, asin, fulfilment, 'corrected', change)) !== null
}
