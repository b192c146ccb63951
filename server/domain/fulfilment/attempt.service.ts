import { causeOf, causeText, type Cause } from '#contract/cause'
import type { Conditions } from '#contract/wishes'
import type { Transaction } from '#server/db/database'
import { areSameConditions } from '#server/domain/books/conditions.rules'
import type { FulfilmentContext } from './context'
import { tellPages, tellPeople } from './fulfilment-events'
import type { Fulfilment } from './fulfilments.repository'
import { nextCandidate, refusedSince, withoutBlocked } from './grab/candidates.rules'
import { beginGrab, sendGrab, settleGrab } from './grab/grab.service'
import type { Grab } from './grab/grabs.repository'
import { rankFound } from './search/rank.service'
import { complete } from './search/release-search.service'
import type { FoundRelease, StoredSearch } from './search/release-search.types'
import { DONE, FREE, transition } from './transitions'
import { afterFailure, afterMiss, awaitedRelease, GRABS_PER_SEARCH } from './transitions.rules'

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

/** One attempt: its lease, its start, and what its search found. */
interface Attempt {
  held: HeldFulfilment
  since: Date
  search: StoredSearch
  found: readonly FoundRelease[]
  /** The combined wishes at the time of ranking. */
  conditions: Conditions | null
}

/** Searches for a book and grabs its best release, or one of the next few if it is refused. */
export async function runAttempt(context: FulfilmentContext, held: HeldFulfilment): Promise<void> {
  const since = await begin(context, held)
  await tellPages(context, held.fulfilment.asin)
  if (since === null) return
  const search = await searchFor(context, held, since)
  if (search === null) return
  if (search.state === 'failed') {
    return postponeAttempt(context, held, search.cause ?? causeOf('none_answered'), search)
  }
  const conditions = await context.conditionsOf(held.fulfilment.asin)
  const found = await rankedNow(context, held, { search, since, conditions })
  while (await grabBest(context, { held, since, search, found, conditions })) held.signal.throwIfAborted()
}

/** Locks the fulfilment and reads it; null if this worker no longer holds it. */
async function lockOwn(
  { fulfilments }: FulfilmentContext,
  within: Transaction,
  { fulfilment, owner }: HeldFulfilment,
): Promise<Fulfilment | null> {
  const now = await fulfilments.lock(within, fulfilment.asin)
  return now?.leaseOwner === owner ? now : null
}

/**
 * Begins an attempt, or resumes an interrupted one.
 * @returns when the attempt began; null if there is nothing to do now.
 */
async function begin(context: FulfilmentContext, held: HeldFulfilment): Promise<Date | null> {
  const { books, fulfilments, grabs, transaction, clock } = context
  const { asin } = held.fulfilment
  return transaction(async (within) => {
    const fulfilment = await lockOwn(context, within, held)
    if (!fulfilment) return null
    const now = clock()
    const resumed = fulfilment.state === 'searching'
    // A resumed attempt keeps its start; one started by a person keeps the time of the next automatic one.
    const change = fulfilment.atOnce ? {} : { nextAttemptAt: null }
    const begun = resumed || (await transition(context, within, asin, fulfilment, 'claimed', change))
    if (!begun) return null
    const searching: Fulfilment = { ...fulfilment, state: 'searching' }
    if ((await fulfilments.countApproved(within, asin)) === 0) {
      await transition(context, within, asin, searching, 'unwanted', FREE)
      return null
    }
    // A late response may have shown that a release was grabbed after all.
    if ((await grabs.list(asin, within)).some(({ state }) => state === 'grabbed')) {
      await transition(context, within, asin, searching, 'grabbed', DONE)
      return null
    }
    const day = awaitedRelease(await books.findReleaseDate(asin, within), now)
    if (day === null) return resumed ? fulfilment.updatedAt : now
    const postponed = { ...FREE, nextAttemptAt: day, asked: false, atOnce: false }
    await transition(context, within, asin, searching, 'postponed', postponed)
    return null
  })
}

/** The first attempt may use releases found earlier; later attempts search again. */
async function searchFor(
  context: FulfilmentContext,
  { fulfilment, signal }: HeldFulfilment,
  since: Date,
): Promise<StoredSearch | null> {
  const book = await context.searches.findBook(fulfilment.asin)
  if (!book) return null
  const refused = (await context.grabs.list(fulfilment.asin)).some(({ state }) => state === 'rejected')
  const again = fulfilment.misses > 0 || fulfilment.failures > 0 || fulfilment.toldMissing || refused
  return complete(context, book, { actor: null, notBefore: again ? since : undefined }, signal)
}

/** Sets a book back to waiting if its search began before the book's details were corrected. */
async function setBackWhenCorrected(
  context: FulfilmentContext,
  within: Transaction,
  fulfilment: Fulfilment,
  search: StoredSearch,
): Promise<boolean> {
  const book = await context.searches.findBook(fulfilment.asin, within)
  if (!book?.correctedAt || search.startedAt >= book.correctedAt) return false
  return setBack(context, within, fulfilment)
}

/** Sets a book back to waiting if its releases were ranked by outdated wishes. */
async function setBackWhenWishedOtherwise(
  context: FulfilmentContext,
  within: Transaction,
  fulfilment: Fulfilment,
  conditions: Conditions | null,
): Promise<boolean> {
  const now = await context.conditionsOf(fulfilment.asin, within)
  return !areSameConditions(now, conditions) && setBack(context, within, fulfilment)
}

async function setBack(
  context: FulfilmentContext,
  within: Transaction,
  fulfilment: Fulfilment,
): Promise<boolean> {
  const { asin } = fulfilment
  const change = { ...FREE, nextAttemptAt: null, cause: null, misses: 0, failures: 0, toldMissing: false }
  return (await transition(context, within, asin, fulfilment, 'corrected', change)) !== null
}

/**
 * Ranks what a search found by current settings and wishes: both may have changed since a kept search was ranked, or
 * while this one ran. The stored verdicts are the ones that decide.
 */
async function rankedNow(
  context: FulfilmentContext,
  held: HeldFulfilment,
  { search, since, conditions }: Pick<Attempt, 'search' | 'since' | 'conditions'>,
): Promise<FoundRelease[]> {
  const { releases, searches, transaction } = context
  const kept = await releases.list(search.id)
  const isOld = search.startedAt < since || conditions !== null || wereWishedFor(kept)
  const book = isOld ? await searches.findBook(held.fulfilment.asin) : null
  if (!book) return kept
  const facts = kept.map((release) => release.facts)
  const ranked = await rankFound(context, book, facts)
  const changes = await releases.compare(kept, ranked)
  await transaction(async (within) => {
    if (await lockOwn(context, within, held)) await releases.save(within, search.id, changes)
  })
  return ranked
}

/** Whether any verdict depends on wishes. */
function wereWishedFor(found: readonly FoundRelease[]): boolean {
  return found.some(({ verdict }) => verdict.reasons.some(({ params }) => 'wish' in params))
}

/** @returns whether to try the next best release, because this one was refused. */
async function grabBest(context: FulfilmentContext, attempt: Attempt): Promise<boolean> {
  const { held } = attempt
  const next = await context.transaction((within) => chooseBest(context, within, attempt))
  await tellPages(context, held.fulfilment.asin)
  if (!next) return false
  const outcome = await sendGrab(context, next)
  await settleGrab(context, next, outcome, held.owner)
  if (outcome.state === 'impossible') await giveUp(context, held, outcome)
  if (outcome.state === 'postponed') await postponeAttempt(context, held, outcome.cause)
  return outcome.state === 'rejected'
}

/** @returns null if this worker no longer holds the fulfilment, or the attempt is over. */
async function chooseBest(
  context: FulfilmentContext,
  within: Transaction,
  attempt: Attempt,
): Promise<Grab | null> {
  const { held, since, search, found, conditions } = attempt
  const { asin } = held.fulfilment
  const fulfilment = await lockOwn(context, within, held)
  if (fulfilment?.state !== 'searching') return null
  if (await setBackWhenCorrected(context, within, fulfilment, search)) return null
  if (await setBackWhenWishedOtherwise(context, within, fulfilment, conditions)) return null
  if ((await context.fulfilments.countApproved(within, asin)) === 0) {
    await transition(context, within, asin, fulfilment, 'unwanted', FREE)
    return null
  }
  const former = await context.grabs.list(asin, within)
  const refused = refusedSince(former, since)
  // Someone may have blocked a release since the ranking.
  const ranked = withoutBlocked(found, await context.releases.listBlocked(asin, within))
  const best = nextCandidate(ranked, former, since)
  if (!best || refused.length >= GRABS_PER_SEARCH) {
    await endEmpty(context, within, fulfilment, { search, ranked, refused })
    return null
  }
  return beginGrab(context, within, { asin, facts: best.facts, searchId: search.id, actor: null })
}

/** Ends an attempt with nothing left to grab. */
async function endEmpty(
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
  if (first) await tellPeople(context, within, asin, { event: 'onNotFound' })
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
  await tellPeople(context, within, asin, { event: 'onFailedDownload', error })
}

async function giveUp(context: FulfilmentContext, held: HeldFulfilment, error: FailedGrab): Promise<void> {
  await context.transaction(async (within) => {
    const fulfilment = await lockOwn(context, within, held)
    if (fulfilment) await fail(context, within, fulfilment, error)
  })
  await tellPages(context, held.fulfilment.asin)
}

/** Postpones an attempt that says nothing about the book: no indexer could be queried, or the fault is ours. */
export async function postponeAttempt(
  context: FulfilmentContext,
  held: HeldFulfilment,
  cause: Cause,
  search?: StoredSearch,
): Promise<void> {
  const { asin } = held.fulfilment
  const postponed = await context.transaction(async (within) => {
    const fulfilment = await lockOwn(context, within, held)
    if (!fulfilment || (search && (await setBackWhenCorrected(context, within, fulfilment, search))))
      return null
    const planned = afterFailure(fulfilment, context.clock())
    const change = { ...FREE, ...planned, atOnce: false, cause }
    await transition(context, within, asin, fulfilment, 'search_failed', change)
    const book = await context.books.find(asin, within)
    return { title: book?.title, reason: causeText(cause), next: planned.nextAttemptAt, asin }
  })
  if (postponed) context.log.warn('Attempt for "{title}" failed: {reason} Next attempt: {next}', postponed)
  await tellPages(context, asin)
}
