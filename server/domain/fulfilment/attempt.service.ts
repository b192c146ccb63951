import { causeOf } from '#contract/cause'
import type { Conditions } from '#contract/wishes'
import type { Transaction } from '#server/db/database'
import { faultOf } from '#server/errors/fault'
import {
  endWithoutGrab,
  lockHeld,
  setBackIfOutdated,
  waitForConnection,
  type HeldFulfilment,
} from './attempt-outcome'
import type { FulfilmentContext } from './context'
import { refreshPages } from './fulfilment-events'
import type { Fulfilment } from './fulfilments.repository'
import { asOfNow, nextCandidate, postponedSince, refusedSince, withoutBlocked } from './grab/candidates.rules'
import { beginGrab, sendGrab, settleGrab } from './grab/grab.service'
import type { Grab } from './grab/grabs.repository'
import { rankFound } from './search/rank.service'
import { complete } from './search/release-search.service'
import type { FoundRelease, StoredSearch } from './search/release-search.types'
import { DONE, FREE, transition } from './transitions'
import { awaitedRelease, GRABS_PER_SEARCH } from './transitions.rules'
import { nameIn, type Trouble } from './wait/connection-waits'
import { restOf, sourceOf } from './wait/rests'

/** One attempt: its lease, its start, and what its search found. */
interface Attempt {
  held: HeldFulfilment
  since: Date
  search: StoredSearch
  found: readonly FoundRelease[]
  /** The combined wishes at the time of ranking. */
  conditions: Conditions | null
  /** What the last release that could not be had waits for. */
  trouble: Trouble | null
}

/** Searches for a book and grabs its best release, or one of the next few if it is refused. */
export async function runAttempt(context: FulfilmentContext, held: HeldFulfilment): Promise<void> {
  const since = await begin(context, held)
  await refreshPages(context, held.fulfilment.asin)
  if (since === null) return
  const resting = await restOfNeeded(context, held.fulfilment)
  if (resting) return waitForConnection(context, held, resting)
  const search = await searchFor(context, held, since)
  if (search === null) return
  if (search.state === 'failed') {
    const cause = search.cause ?? causeOf('none_answered')
    return waitForConnection(context, held, { connection: sourceOf(context), cause }, search)
  }
  const conditions = await context.requesters.conditionsOf(held.fulfilment.asin)
  const found = await rankedNow(context, held, { search, since, conditions })
  const attempt: Attempt = { held, since, search, found, conditions, trouble: null }
  while (await grabBest(context, attempt)) held.signal.throwIfAborted()
}

/**
 * Begins an attempt, or resumes an interrupted one.
 * @returns when the attempt began; null if there is nothing to do now.
 */
async function begin(context: FulfilmentContext, held: HeldFulfilment): Promise<Date | null> {
  const { books, grabs, requesters, transaction, clock } = context
  const { asin } = held.fulfilment
  return transaction(async (within) => {
    const fulfilment = await lockHeld(context, within, held)
    if (!fulfilment) return null
    const now = clock()
    const resumed = fulfilment.state === 'searching'
    // A resumed attempt keeps its start; one started by a person keeps the time of the next automatic one.
    const change = fulfilment.atOnce ? {} : { nextAttemptAt: null }
    if (!resumed && !(await transition(context, within, asin, fulfilment, 'claimed', change))) return null
    const searching: Fulfilment = { ...fulfilment, state: 'searching' }
    if (!(await requesters.isWanted(asin, within))) {
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
    const postponed = { ...FREE, nextAttemptAt: day, misses: 0, failures: 0, asked: false, atOnce: false }
    await transition(context, within, asin, searching, 'postponed', postponed)
    return null
  })
}

/** What a book needs that is left alone now: the search service, or what it waits for already. A person may ask anyway. */
async function restOfNeeded(
  context: FulfilmentContext,
  { waitsFor, cause: waiting, atOnce }: Fulfilment,
): Promise<Trouble | null> {
  if (atOnce) return null
  const source = sourceOf(context)
  const ofSource = await restOf(context, source.id)
  if (ofSource) return { connection: source, cause: ofSource.cause }
  const resting = waitsFor === null ? null : await restOf(context, waitsFor)
  return resting && { connection: { id: waitsFor ?? '', name: nameIn(waiting) }, cause: resting.cause }
}

/**
 * The first attempt may use releases found earlier, and one that continues when a connection works again those that
 * were found then; other attempts search again.
 */
async function searchFor(
  context: FulfilmentContext,
  { fulfilment, signal }: HeldFulfilment,
  since: Date,
): Promise<StoredSearch | null> {
  const book = await context.searches.findBook(fulfilment.asin)
  if (!book) return null
  const { misses, failures, toldMissing, asin } = fulfilment
  const grabs = await context.grabs.list(asin)
  const refused = grabs.some(({ state }) => state === 'rejected')
  const again = !hasWaited(grabs) && (misses > 0 || failures > 0 || toldMissing || refused)
  return complete(context, book, { actor: null, notBefore: again ? since : undefined }, signal)
}

/** Whether the last thing that happened was that a release had to wait for a connection. @param grabs newest first. */
const hasWaited = ([last]: readonly Grab[]) => last?.state === 'postponed'

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
    if (await lockHeld(context, within, held)) await releases.save(within, search.id, changes)
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
  await refreshPages(context, held.fulfilment.asin)
  if (next === 'wait') {
    if (attempt.trouble) await waitForConnection(context, held, attempt.trouble)
    return false
  }
  if (!next) return false
  const outcome = await sendGrab(context, next)
  await settleGrab(context, next, outcome, held.owner)
  if (outcome.state !== 'postponed') return outcome.state === 'rejected'
  attempt.trouble = { ...outcome, ...(outcome.fault === 'indexer' && { indexer: next.facts.indexer }) }
  // Another indexer may still have it; without this connection nothing can be had.
  if (outcome.fault === 'indexer') return true
  await waitForConnection(context, held, outcome)
  return false
}

/**
 * @returns null if this worker no longer holds the fulfilment, or the attempt is over; `wait` if what is left has to wait
 *   for a connection.
 */
async function chooseBest(
  context: FulfilmentContext,
  within: Transaction,
  attempt: Attempt,
): Promise<Grab | 'wait' | null> {
  const { held, since, search, found, conditions, trouble } = attempt
  const { asin } = held.fulfilment
  const fulfilment = await lockHeld(context, within, held)
  if (fulfilment?.state !== 'searching') return null
  if (await setBackIfOutdated(context, within, fulfilment, search, conditions)) return null
  if (!(await context.requesters.isWanted(asin, within))) {
    await transition(context, within, asin, fulfilment, 'unwanted', FREE)
    return null
  }
  const grabs = (await context.grabs.list(asin, within)).map(asPostponed)
  const former = asOfNow(grabs, context.clock())
  const refusedFrom = search.startedAt < since ? search.startedAt : since
  const refused = refusedSince(former, refusedFrom)
  // Someone may have blocked a release since the ranking.
  const ranked = withoutBlocked(found, await context.releases.listBlocked(asin, within))
  const best = nextCandidate(ranked, former, since, refusedFrom)
  const isRefused = refused.length >= GRABS_PER_SEARCH
  if (trouble && !isRefused && (!best || postponedSince(former, since).length >= GRABS_PER_SEARCH))
    return 'wait'
  if (!best || isRefused) {
    await endWithoutGrab(context, within, fulfilment, { search, ranked, refused })
    return null
  }
  return beginGrab(context, within, { asin, facts: best.facts, searchId: search.id, actor: null })
}

/** One that did not arrive, for all we know, says no more about its release than one that had to wait. */
function asPostponed(grab: Grab): Grab {
  const isRefused = grab.cause === null || faultOf(grab.cause) === 'release'
  return grab.state === 'rejected' && !isRefused ? { ...grab, state: 'postponed' } : grab
}
