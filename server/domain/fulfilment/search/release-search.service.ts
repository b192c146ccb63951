import { isAhead, LATEST_LEASE } from '#server/async/due.rules'
import { causeOf } from '#contract/cause'
import { holdLease, LEASE } from '#server/async/lease'
import { endsBeforeTimeout, pause, unlessAborted } from '#server/async/timeout'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { refreshReleasePages } from '#server/domain/fulfilment/fulfilment-events'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { restAfter } from '#server/domain/fulfilment/wait/rests'
import { queryIndexers, type SearchRun } from './query-indexers'
import { rankFound } from './rank.service'
import type { SearchProgress } from './release-search.repository'
import { allFailed, causeOfFailures, isAbandoned, isFresh } from './release-search.rules'
import type { StoredSearch, WantedRecording } from './release-search.types'
import type { ReleaseChanges } from './releases.repository'

// Searches for releases: at most one search per book across all instances, with its result stored.

/** Milliseconds between polls of a search that another server runs. */
const POLL_INTERVAL = 250
/** Rows per commit: on SQLite, a commit writes a file and blocks everything else meanwhile. */
const ROWS_PER_COMMIT = 100
/** Releases beyond which searches take turns; real ones find hundreds. */
const LARGE = 2000
/** Maximum milliseconds to wait for running searches when stopping. */
const STOP_TIMEOUT = 1500

/** Thrown when a search was ended from outside: its lease expired, or the book's details were corrected. */
class SearchCancelled extends Error {}

interface SearchRequest {
  /** Username; null for the server itself. */
  actor: string | null
  /** Accepts only a search that began at this time or later; by default, any that has not expired. */
  notBefore?: Date | undefined
  /** Called before a search begins, not if an existing one is used; it prevents the search by throwing. */
  admit?: (() => Promise<void>) | undefined
}

/** Returns a usable search: a stored one, a running one, or a new one. */
export async function start(
  context: FulfilmentContext,
  book: WantedRecording,
  request: SearchRequest,
): Promise<StoredSearch> {
  const { searches, source, clock } = context
  let admitted = false
  for (;;) {
    const newest = await searches.findNewest(book.asin)
    const now = clock()
    if (newest?.state === 'running' && isAhead(newest.leaseUntil, now, LATEST_LEASE)) return newest
    const notBefore = later(request.notBefore, book.correctedAt)
    if (newest && isFresh(newest, { ttl: await source.ttl(), now, notBefore })) return newest
    if (!admitted) await request.admit?.()
    admitted = true
    const id = await beginSearch(context, book, request.actor)
    const started = id === null ? null : await searches.find(id)
    if (started) return started
  }
}

/**
 * Like {@link start}, but waits until the search ends.
 * @throws what `signal` was aborted with.
 */
export async function complete(
  context: FulfilmentContext,
  book: WantedRecording,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<StoredSearch> {
  const { searches, searching, clock } = context
  let search = await start(context, book, request)
  while (search.state === 'running') {
    await unlessAborted(signal, searching.running.get(search.id) ?? pause(POLL_INTERVAL))
    // If the server that runs a search is gone, this one starts the search again.
    const known = await searches.find(search.id)
    const alive = isAhead(known?.leaseUntil ?? null, clock(), LATEST_LEASE)
    const isUsable = known && !isAbandoned(known) && (known.state !== 'running' || alive)
    search = isUsable ? known : await start(context, book, request)
  }
  return search
}

/** Ends every search of this server; another server that waits for one starts it again. */
export async function stop({ searching, log }: FulfilmentContext, timeout = STOP_TIMEOUT): Promise<void> {
  searching.stopping.abort(new Error('The server is stopping'))
  if (await endsBeforeTimeout(timeout, Promise.all(searching.running.values()))) return
  log.warn('Stopping: {count} searches will end when their lease ends', { count: searching.running.size })
}

/** Ends every search whose lease has expired. */
export async function sweep(context: FulfilmentContext): Promise<void> {
  const { searches, timeline, transaction, clock } = context
  const ended = await transaction(async (within) => {
    const now = clock()
    const abandoned = await searches.endAbandoned(within, now)
    for (const { id, asin, actor, found, accepted } of abandoned) {
      const detail = { search_id: id, found, accepted, cause: causeOf('search_interrupted') }
      await timeline.add(within, { asin, kind: 'search_failed', actor, detail, at: now })
    }
    return abandoned
  })
  for (const { asin } of ended) refreshReleasePages(context, asin)
}

/** The later of two optional times. */
function later(one: Date | undefined, other: Date | null): Date | undefined {
  if (other === null) return one
  return one && one > other ? one : other
}

/** @returns the id of the search started here; null if one is running elsewhere. */
async function beginSearch(
  context: FulfilmentContext,
  book: WantedRecording,
  actor: string | null,
): Promise<string | null> {
  const { searches, timeline, transaction, clock, searching } = context
  searching.stopping.signal.throwIfAborted()
  const { asin } = book
  const [id, owner] = [crypto.randomUUID(), crypto.randomUUID()]
  const current = await transaction(async (within) => {
    // Locked, so that a search either uses the corrected details or predates the correction.
    const known = (await searches.lockBook(within, asin)) ?? book
    const now = clock()
    const leaseUntil = new Date(now.getTime() + LEASE)
    if (!(await searches.begin(within, { id, asin, actor, owner, leaseUntil }, now))) return null
    await timeline.add(within, { asin, kind: 'search_started', actor, detail: { search_id: id }, at: now })
    return known
  })
  if (!current) return null
  refreshReleasePages(context, asin)
  const known = { answers: new Map(), found: new Map(), remarks: [], stored: [] }
  const ended = runSearch(context, { id, owner, actor, book: current, ...known })
  searching.running.set(
    id,
    ended.finally(() => searching.running.delete(id)),
  )
  return id
}

/** Never throws: failures are stored with the search, or end with its lease. */
async function runSearch(context: FulfilmentContext, search: SearchRun): Promise<void> {
  const { searches, clock, log } = context
  const { id, owner, book } = search
  const stopping = context.searching.stopping.signal
  const renew = (until: Date) => searches.renew(id, owner, until)
  const lease = holdLease({ renew, signal: stopping, clock, log })
  try {
    await queryIndexers(context, search, lease.signal, () => saveOneByOne(context, search, 'running'))
    await saveOneByOne(context, search, 'ended')
  } catch (error) {
    if (stopping.aborted) await abandon(context, search)
    else if (error instanceof SearchCancelled)
      log.info('Cancelled the search for "{title}"', { title: book.title })
    else if (!lease.signal.aborted) await giveUp(context, search, error)
  } finally {
    lease.end()
    refreshReleasePages(context, book.asin)
  }
}

/**
 * Saves results, large ones one search after the other: ranking ten thousand releases takes a hundred megabytes for a
 * moment.
 */
function saveOneByOne(
  context: FulfilmentContext,
  search: SearchRun,
  stage: 'running' | 'ended',
): Promise<void> {
  const found = [...search.found.values()].reduce((sum, releases) => sum + releases.length, 0)
  const work = () => save(context, search, stage)
  return found > LARGE ? context.searching.largeSaves.run(work) : work()
}

/** Ranks the results so far, stores what changed and refreshes open pages. */
async function save(
  context: FulfilmentContext,
  search: SearchRun,
  stage: 'running' | 'ended',
): Promise<void> {
  const { searches, releases, source, transaction } = context
  const { id, owner, book, remarks } = search
  const indexers = [...search.answers.values()]
  const ranked = await rankFound(context, book, [...search.found.values()].flat())
  const nobody = indexers.length === 0 && stage === 'ended'
  const progress: SearchProgress = {
    indexers,
    found: ranked.length,
    accepted: ranked.filter(({ verdict }) => verdict.accepted).length,
    cause: nobody ? causeOf('no_indexers', { service: source.name }) : causeOfFailures(indexers, remarks),
  }
  async function store(within: Transaction, changes: ReleaseChanges): Promise<void> {
    if (!(await searches.saveProgress(within, id, owner, progress)))
      throw new SearchCancelled('The search is not this one’s any more')
    await releases.save(within, id, changes)
  }
  const { written, moved } = await releases.compare(search.stored, ranked)
  let start = 0
  for (; written.length - start > ROWS_PER_COMMIT; start += ROWS_PER_COMMIT) {
    const some = written.slice(start, start + ROWS_PER_COMMIT)
    await transaction((within) => store(within, { written: some, moved: [] }))
  }
  await transaction(async (within) => {
    await store(within, { written: written.slice(start), moved })
    if (stage === 'ended') await end(context, within, search, { progress, failed: allFailed(indexers) })
  })
  search.stored = ranked
  refreshReleasePages(context, book.asin)
}

/** Deletes the search, so that another server can begin it at once. */
async function abandon({ searches, log }: FulfilmentContext, { id, owner, book }: SearchRun): Promise<void> {
  const { title } = book
  await searches.abandon(id, owner).catch((error: unknown) =>
    log.warn('Could not release the search for "{title}"; it ends with its lease: {error}', {
      title,
      error,
    }),
  )
}

/** Ends a search that could not begin to query. */
async function giveUp(context: FulfilmentContext, search: SearchRun, error: unknown): Promise<void> {
  const { searches, transaction, log } = context
  const { title } = search.book
  if (error instanceof AppError) await restAfter(context, error)
  else log.error('Search for "{title}" failed: {error}', { title, error })
  const cause = causeFrom(error)
  const progress: SearchProgress = { indexers: [], found: 0, accepted: 0, cause }
  const written = transaction(async (within) => {
    if (!(await searches.saveProgress(within, search.id, search.owner, progress))) return
    await end(context, within, search, { progress, failed: true })
  })
  await written.catch((failure: unknown) =>
    log.error('Could not store the end of the search for "{title}": {failure}', { title, failure }),
  )
}

async function end(
  { searches, timeline, clock }: FulfilmentContext,
  within: Transaction,
  { id, actor, book }: SearchRun,
  { progress, failed }: { progress: SearchProgress; failed: boolean },
): Promise<void> {
  const { found, accepted, cause } = progress
  const at = clock()
  await searches.end(within, id, failed ? 'failed' : 'finished', at)
  const kind = failed ? 'search_failed' : 'searched'
  const detail = { search_id: id, found, accepted, ...(cause && { cause }) }
  await timeline.add(within, { asin: book.asin, kind, actor, detail, at })
}
