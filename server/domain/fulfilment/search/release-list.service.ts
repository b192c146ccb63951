import { isAhead, LATEST_LEASE } from '#server/async/due.rules'
import { causeOf, causeTextOrNull, type Cause } from '#contract/cause'
import type { OfferedReleaseDto, ReleaseSearchDto, SourcesDto } from '#contract/fulfilment'
import { yieldEvery } from '#server/async/yield'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { mustBeRequested, nobodyRequested, searchUnknown } from '#server/domain/fulfilment/fulfilment.errors'
import { awaitedRelease } from '#server/domain/fulfilment/transitions.rules'
import { isAcceptable, showAnswers, showRelease, showRuling, showSearch } from './release-list.rules'
import { isFresh, keyOf } from './release-search.rules'
import { start } from './release-search.service'
import type { StoredSearch, WantedRecording } from './release-search.types'

/** Number of searches listed. */
const LISTED = 20

export interface ReleaseListOptions {
  /** Whether to use stored results only, and never start a search. */
  onlyCached: boolean
  /** Shows an earlier search instead of the newest. */
  searchId?: string | undefined
  /** Called before a search begins; it prevents the search by throwing. */
  admit?: () => Promise<void>
}

/** @throws AppError `not_requested`, `source.notReady`. */
async function findBook(context: FulfilmentContext, asin: string): Promise<WantedRecording> {
  const { searches, source } = context
  await mustBeRequested(context, asin)
  const book = await searches.findBook(asin)
  if (!book) throw nobodyRequested()
  if (!(await source.configured())) throw source.notReady()
  return book
}

/** The search to show; starts one unless a fresh one is stored or the book is not out yet. */
async function searchFor(
  context: FulfilmentContext,
  user: CurrentUser,
  book: WantedRecording,
  options: ReleaseListOptions,
): Promise<{ search: StoredSearch | null; remark: Cause | null }> {
  const { onlyCached, searchId, admit } = options
  const { searches, clock } = context
  if (searchId !== undefined) {
    const search = await searches.find(searchId)
    if (search?.asin !== book.asin) throw searchUnknown()
    return { search, remark: null }
  }
  const day = awaitedRelease(book.releaseDate, clock())
  if (onlyCached || day) {
    const remark = day && causeOf('not_released', { date: book.releaseDate ?? '' })
    return { search: await searches.findNewest(book.asin), remark }
  }
  return { search: await start(context, book, { actor: user.username, admit }), remark: null }
}

async function stateOf(
  { source, clock }: FulfilmentContext,
  book: WantedRecording,
  search: StoredSearch | null,
  chosen: boolean,
): Promise<SourcesDto['state']> {
  if (search === null) return 'uncached'
  const now = clock()
  if (search.state === 'running') {
    return isAhead(search.leaseUntil, now, LATEST_LEASE) ? 'querying' : 'uncached'
  }
  const freshness = { ttl: await source.ttl(), now, notBefore: book.correctedAt ?? undefined }
  return chosen || isFresh(search, freshness) ? 'ok' : 'uncached'
}

async function offered(
  { releases, grabs, judged }: FulfilmentContext,
  asin: string,
  search: StoredSearch | null,
): Promise<OfferedReleaseDto[]> {
  if (search === null) return []
  const [found, blocked, former, rulings] = await Promise.all([
    releases.list(search.id),
    releases.listBlocked(asin),
    grabs.list(asin),
    judged.listOf(asin),
  ])
  const refused = new Set(blocked.map(({ guid, indexerId }) => keyOf(guid, indexerId)))
  // For each release the newest grab counts; one that had to wait sent nothing.
  const grabbed = new Map(
    former
      .toReversed()
      .map(({ guid, indexerId, state }) => [keyOf(guid, indexerId), state === 'postponed' ? null : state]),
  )
  const rulingOf = new Map(rulings.map((one) => [keyOf(one.guid, one.indexerId), showRuling(one)]))
  const shown: OfferedReleaseDto[] = []
  const yieldIfDue = yieldEvery()
  for (const release of found) {
    await yieldIfDue()
    const key = keyOf(release.facts.guid, release.facts.indexer_id)
    const isBlocked = refused.has(key)
    shown.push({
      ...showRelease(release),
      blocked: isBlocked,
      acceptable: isAcceptable(release.verdict, isBlocked),
      grab: grabbed.get(key) ?? null,
      judged: rulingOf.get(key) ?? null,
    })
  }
  return shown
}

/**
 * What is known so far about a book's releases.
 * @throws AppError `not_requested`, `source.notReady`, `search_unknown`, or whatever `options.admit` throws.
 */
export async function list(
  context: FulfilmentContext,
  user: CurrentUser,
  asin: string,
  options: ReleaseListOptions,
): Promise<SourcesDto> {
  const wanted = await findBook(context, asin)
  const { search, remark } = await searchFor(context, user, wanted, options)
  const [state, book, conditions, sources] = await Promise.all([
    stateOf(context, wanted, search, options.searchId !== undefined),
    context.showBook(user, asin),
    context.requesters.conditionsOf(asin),
    offered(context, asin, search),
  ])
  const cause = remark ?? search?.cause ?? null
  return {
    state,
    book,
    conditions,
    sources,
    error_message: causeTextOrNull(cause),
    cause,
    search_id: search?.id ?? null,
    searched_at: search?.finishedAt?.toISOString() ?? null,
    indexers: search ? showAnswers(search) : [],
  }
}

/**
 * The searches for a book, newest first.
 * @throws AppError `not_requested`.
 */
export async function history(context: FulfilmentContext, asin: string): Promise<ReleaseSearchDto[]> {
  await mustBeRequested(context, asin)
  return (await context.searches.list(asin, LISTED)).map(showSearch)
}

/**
 * Starts a search in the background unless a fresh one is stored or the book is not out yet.
 * @param force ignores stored results.
 * @throws AppError `not_requested`, `source.notReady`.
 */
export async function refresh(
  context: FulfilmentContext,
  user: CurrentUser,
  asin: string,
  force: boolean,
): Promise<void> {
  if (!(await context.canSee(user, asin))) throw nobodyRequested()
  const book = await findBook(context, asin)
  const now = context.clock()
  if (awaitedRelease(book.releaseDate, now)) return
  await start(context, book, { actor: user.username, notBefore: force ? now : undefined })
}
