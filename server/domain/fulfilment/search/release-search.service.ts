import { causeOf } from '#contract/cause'
import { LEASE } from '#server/async/lease'
import { endsBeforeTimeout, pause } from '#server/async/timeout'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { refreshReleasePages } from '#server/domain/fulfilment/fulfilment-events'
import { isAbandoned, isFresh } from './release-search.rules'
import type { StoredSearch, WantedRecording } from './release-search.types'
import { runSearch } from './run-search'

// Searches for releases: at most one search per book across all instances, with its result stored.

/** Milliseconds between polls of a search that another server runs. */
const LOOK = 250
/** Maximum milliseconds to wait for running searches when stopping. */
const STOP_TIMEOUT = 1500

export interface SearchRequest {
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
    if (newest?.state === 'running' && newest.leaseUntil !== null && newest.leaseUntil > now) return newest
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
  const end = aborted(signal)
  while (search.state === 'running') {
    signal.throwIfAborted()
    await Promise.race([searching.running.get(search.id) ?? pause(LOOK), end])
    // If the server that runs a search is gone, this one starts the search again.
    const known = await searches.find(search.id)
    const alive = known?.leaseUntil && known.leaseUntil > clock()
    const stands = known && !isAbandoned(known) && (known.state !== 'running' || alive)
    search = stands ? known : await start(context, book, request)
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

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
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
