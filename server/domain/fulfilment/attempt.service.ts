import type { Database } from '#server/db/database'
import type { FulfilmentEvents } from './fulfilment-events'
import { nextCandidate, refusedSince, withoutBlocked } from './grab/candidates.rules'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { Timeline } from '#server/domain/books/books.types'
import { afterFailure, afterMiss, awaitedRelease, GRABS_PER_SEARCH } from './transitions.rules'
import type { FulfilmentsRepository, Fulfilment } from './fulfilments.repository'
import type { Grab, GrabsRepository } from './grab/grabs.repository'
import type { Grabber, FinalGrabOutcome } from './grab/grab.service'
import type { RankReleases } from './search/rank.service'
import type { ReleaseSearch } from './search/release-search.service'
import type { ReleaseSearchRepository } from './search/release-search.repository'
import type { FoundRelease, StoredSearch } from './search/release-search.types'
import type { ReleasesRepository } from './search/releases.repository'
import { DONE, FREE, type Transitions } from './transitions'

export interface AttemptDependencies {
  books: Pick<BooksRepository, 'findReleaseDate'>
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  searches: ReleaseSearchRepository
  releases: ReleasesRepository
  releaseSearch: Pick<ReleaseSearch, 'complete'>
  rankReleases: RankReleases
  grabber: Grabber
  timeline: Timeline
  transitions: Transitions
  events: FulfilmentEvents
  transaction: Database['write']
  clock: () => Date
}

/** Fulfilment that a worker holds. */
export interface HeldFulfilment {
  work: Fulfilment
  owner: string
  signal: AbortSignal
}

export type Attempt = ReturnType<typeof createAttempt>

/** One try to find a book and hand the best release of it over. */
export function createAttempt(dependencies: AttemptDependencies) {
  const { fulfilments, grabs, searches, releases, releaseSearch, rankReleases, grabber } = dependencies
  const { books, timeline, transitions, events, transaction, clock } = dependencies

  /** The work as it is now, locked; null when it is no longer this worker's. */
  async function own(within: Parameters<typeof fulfilments.lock>[0], { work, owner }: HeldFulfilment) {
    const now = await fulfilments.lock(within, work.asin)
    return now?.leaseOwner === owner ? now : null
  }

  /**
   * Begins a try, or goes on with one that was broken off.
   * @returns since when it goes on; null when there is nothing to do now.
   */
  async function begin(held: HeldFulfilment): Promise<Date | null> {
    const { asin } = held.work
    return transaction(async (within) => {
      const work = await own(within, held)
      if (!work) return null
      const now = clock()
      const continued = work.state === 'searching'
      // A try that goes on keeps the time at which it began, one that a person wanted the plan for the next.
      const change = work.byHand ? {} : { nextTryAt: null }
      const begun = continued || (await transitions.apply(within, asin, work, 'claimed', change))
      if (!begun) return null
      const searching: Fulfilment = { ...work, state: 'searching' }
      if ((await fulfilments.countApproved(within, asin)) === 0) {
        await transitions.apply(within, asin, searching, 'unwanted', FREE)
        return null
      }
      // It may have turned out late that a release has arrived after all.
      if ((await grabs.list(asin, within)).some(({ state }) => state === 'grabbed')) {
        await transitions.apply(within, asin, searching, 'grabbed', DONE)
        return null
      }
      const day = awaitedRelease(await books.findReleaseDate(asin, within), now)
      if (day === null) return continued ? work.updatedAt : now
      const postponed = { ...FREE, nextTryAt: day, asked: false, byHand: false }
      await transitions.apply(within, asin, searching, 'postponed', postponed)
      return null
    })
  }

  /** Releases found before count for the first try; the next ones are there to find something new. */
  async function search({ work, signal }: HeldFulfilment, since: Date): Promise<StoredSearch | null> {
    const book = await searches.findBook(work.asin)
    if (!book) return null
    const refused = (await grabs.list(work.asin)).some(({ state }) => state === 'rejected')
    const again = work.misses > 0 || work.failures > 0 || work.toldMissing || refused
    return releaseSearch.complete(book, { actor: null, notBefore: again ? since : undefined }, signal)
  }

  /** Sets a book back to waiting whose search began before what is looked for was corrected. */
  async function setBackWhenCorrected(
    within: Parameters<typeof fulfilments.lock>[0],
    work: Fulfilment,
    search: StoredSearch,
  ): Promise<boolean> {
    const book = await searches.findBook(work.asin, within)
    if (!book?.correctedAt || search.startedAt >= book.correctedAt) return false
    const change = { ...FREE, nextTryAt: null, error: null, misses: 0, failures: 0, toldMissing: false }
    return (await transitions.apply(within, work.asin, work, 'corrected', change)) !== null
  }

  /**
   * What a search found, ranked as settings and people want it now: a kept one was ranked before they may have
   * changed. The verdicts that decide are the ones that are kept with it.
   */
  async function rankedNow(held: HeldFulfilment, search: StoredSearch, since: Date): Promise<FoundRelease[]> {
    const kept = await releases.list(search.id)
    const book = search.startedAt < since ? await searches.findBook(held.work.asin) : null
    if (!book) return kept
    const ranked = await rankReleases(
      book,
      kept.map(({ facts }) => facts),
    )
    await transaction(async (within) => {
      if (await own(within, held)) await releases.replace(within, search.id, ranked)
    })
    return ranked
  }

  /** @returns false when the work is no longer this worker's, or the try is over. */
  async function grabBest(
    held: HeldFulfilment,
    search: StoredSearch,
    found: readonly FoundRelease[],
    since: Date,
  ): Promise<boolean> {
    const { asin } = held.work
    const next = await transaction(async (within): Promise<Grab | null> => {
      const work = await own(within, held)
      if (work?.state !== 'searching') return null
      if (await setBackWhenCorrected(within, work, search)) return null
      if ((await fulfilments.countApproved(within, asin)) === 0) {
        await transitions.apply(within, asin, work, 'unwanted', FREE)
        return null
      }
      const former = await grabs.list(asin, within)
      const refused = refusedSince(former, since)
      // Somebody may have blocked one since it was ranked.
      const ranked = withoutBlocked(found, await releases.listBlocked(asin, within))
      const best = nextCandidate(ranked, former, since)
      if (!best || refused.length >= GRABS_PER_SEARCH) {
        await endEmpty(within, { work, search, ranked, refused })
        return null
      }
      const wanted = { asin, facts: best.facts, searchId: search.id, actor: null }
      return grabber.begin(within, wanted)
    })
    await events.changed(asin)
    if (!next) return false
    const outcome = await grabber.send(next)
    await grabber.settle(next, outcome, held.owner)
    if (outcome.state === 'impossible') await giveUp(held, outcome)
    return outcome.state === 'rejected'
  }

  /** Nothing is left that could be handed over. */
  async function endEmpty(
    within: Parameters<typeof fulfilments.lock>[0],
    result: {
      work: Fulfilment
      search: StoredSearch
      ranked: readonly FoundRelease[]
      refused: readonly Grab[]
    },
  ): Promise<void> {
    const { work, search, ranked, refused } = result
    const { asin } = work
    const at = clock()
    const [lastRefused] = refused
    if (lastRefused) {
      const number = refused.length === 1 ? 'One release' : `${refused.length} releases`
      const reason = `${number} could not be handed over. ${lastRefused.error ?? ''}`.trim()
      return fail(within, work, { status: null, reason })
    }
    const planned = afterMiss(work, at)
    const change = { ...DONE, ...planned, toldMissing: true, error: search.error }
    if ((await transitions.apply(within, asin, work, 'nothing_found', change)) === null) return
    await timeline.add(within, {
      asin,
      kind: 'not_found',
      actor: null,
      detail: {
        found: ranked.length,
        accepted: ranked.filter(({ verdict }) => verdict.accepted).length,
        next_try_at: planned.nextTryAt.toISOString(),
        search_id: search.id,
      },
      at,
    })
    if (work.misses === 0 && !work.toldMissing) await events.tell(within, asin, { event: 'onNotFound' })
  }

  async function fail(
    within: Parameters<typeof fulfilments.lock>[0],
    work: Fulfilment,
    error: { status: number | null; reason: string },
  ): Promise<void> {
    const { asin } = work
    const { misses, toldMissing } = work
    const change = { ...DONE, misses, toldMissing, error: error.reason }
    if ((await transitions.apply(within, asin, work, 'given_up', change)) === null) return
    await timeline.add(within, {
      asin,
      kind: 'failed',
      actor: null,
      detail: { reason: error.reason },
      at: clock(),
    })
    await events.tell(within, asin, { event: 'onFailedDownload', error })
  }

  async function giveUp(
    held: HeldFulfilment,
    outcome: Extract<FinalGrabOutcome, { state: 'impossible' }>,
  ): Promise<void> {
    await transaction(async (within) => {
      const work = await own(within, held)
      if (work) await fail(within, work, outcome)
    })
    await events.changed(held.work.asin)
  }

  /** No indexer could be asked, which says nothing about the book. */
  async function postpone(held: HeldFulfilment, reason: string, search?: StoredSearch): Promise<void> {
    const { asin } = held.work
    await transaction(async (within) => {
      const work = await own(within, held)
      if (!work || (search && (await setBackWhenCorrected(within, work, search)))) return
      await transitions.apply(within, asin, work, 'search_failed', {
        ...FREE,
        ...afterFailure(work, clock()),
        byHand: false,
        error: reason,
      })
    })
    await events.changed(asin)
  }

  return {
    /** Looks for a book and hands the best release over, trying a few where they are refused. */
    async run(held: HeldFulfilment): Promise<void> {
      const since = await begin(held)
      await events.changed(held.work.asin)
      if (since === null) return
      const found = await search(held, since)
      if (found === null) return
      if (found.state === 'failed') return postpone(held, found.error ?? 'No indexer answered.', found)
      const ranked = await rankedNow(held, found, since)
      while (await grabBest(held, found, ranked, since)) held.signal.throwIfAborted()
    },

    /** Puts a try off that failed for a reason of our own. */
    postpone,
  }
}
