import { causeOf, type Cause } from '#contract/cause'
import { coalesce } from '#server/async/coalesce'
import { holdLease, LEASE } from '#server/async/lease'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Transaction } from '#server/db/database'
import type { StoredIndexerAnswer, StoredRelease } from '#server/db/stored-release'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { tellReleasePages } from '#server/domain/fulfilment/fulfilment-events'
import type { SearchableIndexer } from '#server/domain/integrations/integrations.types'
import { AppError } from '#server/errors'
import type { Logger } from '#server/log'
import { causeFrom } from '#server/problem'
import { rankFound } from './rank.service'
import type { ReleaseChanges } from './releases.repository'
import type { SearchProgress } from './release-search.repository'
import { allFailed, causeOfFailures, isAbandoned, isFresh, searchQueries } from './release-search.rules'
import type { FoundRelease, StoredSearch, WantedRecording } from './release-search.types'

// Searches for releases: at most one search per book across all instances, with its result stored.

/** Milliseconds between polls of a search that another server runs. */
const LOOK = 250
/** Maximum milliseconds to wait for running searches when stopping. */
const STOP_TIMEOUT = 1500
/** Milliseconds by which results may be late without anyone noticing. */
const MOMENT = 50
/** Rows per commit: on SQLite, a commit writes a file and blocks everything else meanwhile. */
const ROWS_A_COMMIT = 100
/** Milliseconds between rankings of a growing result. */
const RANK_EVERY = 1000

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
    const begun = id === null ? null : await searches.find(id)
    if (begun) return begun
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
    await Promise.race([searching.running.get(search.id) ?? soon(LOOK), end])
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
  for (const { asin } of ended) tellReleasePages(context, asin)
}

/** The later of two optional times. */
function later(one: Date | undefined, other: Date | null): Date | undefined {
  if (other === null) return one
  return one && one > other ? one : other
}

const soon = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/** A search that this server runs, and its results so far. */
interface Run {
  id: string
  owner: string
  actor: string | null
  book: WantedRecording
  /** How each indexer answered. */
  answers: Map<number, StoredIndexerAnswer>
  found: Map<number, StoredRelease[]>
  /** Other failures. */
  remarks: Cause[]
  /** What has been stored so far. */
  stored: FoundRelease[]
}

/** Thrown when a search was ended from outside: its lease expired, or the book's details were corrected. */
class BrokenOff extends Error {}

/** @returns the id of the search begun here; null if one is running elsewhere. */
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
  tellReleasePages(context, asin)
  const known = { answers: new Map(), found: new Map(), remarks: [], stored: [] }
  const ended = run(context, { id, owner, actor, book: current, ...known })
  searching.running.set(
    id,
    ended.finally(() => searching.running.delete(id)),
  )
  return id
}

/** Never throws: failures are stored with the search, or end with its lease. */
async function run(context: FulfilmentContext, search: Run): Promise<void> {
  const { searches, clock, log } = context
  const { id, owner, book } = search
  const stopping = context.searching.stopping.signal
  const renew = (until: Date) => searches.renew(id, owner, until)
  const lease = holdLease({ renew, signal: stopping, clock, log })
  try {
    await queryAll(context, search, lease.signal)
  } catch (error) {
    if (stopping.aborted) await abandon(context, search)
    else if (error instanceof BrokenOff) log.info('Cancelled the search for "{title}"', { title: book.title })
    else if (!lease.signal.aborted) await giveUp(context, search, error)
  } finally {
    lease.end()
    tellReleasePages(context, book.asin)
  }
}

/** Queries all indexers at once and stores their releases as they arrive, at most every second, and at the end. */
async function queryAll(context: FulfilmentContext, search: Run, signal: AbortSignal): Promise<void> {
  const queries = searchQueries(search.book)
  const indexers = await context.source.indexers()
  for (const indexer of indexers) search.answers.set(indexer.id, pendingAnswer(indexer))
  const growth = coalesce(() => save(context, search, 'running'), RANK_EVERY)
  let open = indexers.length

  async function queryOne(indexer: SearchableIndexer): Promise<void> {
    const { answer, releases } = await queryIndexer(context, indexer, queries, signal)
    search.answers.set(indexer.id, answer)
    search.found.set(indexer.id, releases)
    const described = describe(context, search, indexer, signal)
    // The last indexer's releases are stored with the end, unless describing them takes a while.
    if (open > 1 || !(await endsBeforeTimeout(MOMENT, described))) growth.call()
    await described
    open -= 1
  }

  try {
    await save(context, search, 'running')
    await Promise.all(indexers.map(queryOne))
  } finally {
    await growth.end()
  }
  await save(context, search, 'ended')
}

/** The entry of an indexer that has not answered yet. */
function pendingAnswer({ id, name }: SearchableIndexer): StoredIndexerAnswer {
  return { id, name, state: 'asking', found: 0, cause: null, query: null }
}

/**
 * Queries one indexer. Its failures are returned as answers; it throws only when `signal` aborts.
 * @param queries tried in order until one finds something.
 */
async function queryIndexer(
  { source, answerLimit: limit, log }: FulfilmentContext,
  indexer: SearchableIndexer,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<{ answer: StoredIndexerAnswer; releases: StoredRelease[] }> {
  let answered: StoredIndexerAnswer = { ...pendingAnswer(indexer), state: 'answered' }
  for (const query of queries) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limit)])
    try {
      const found = await unlessAborted(source.search(indexer, query, limited), limited)
      answered = { ...answered, found: found.length, query }
      if (found.length > 0) {
        return { answer: answered, releases: found.map((facts) => ({ ...facts, query, metadata: null })) }
      }
    } catch (error) {
      signal.throwIfAborted()
      const late = causeOf('no_answer_within', { seconds: limit / 1000 })
      const cause = limited.aborted ? late : whyOf(error, indexer, log)
      return { answer: { ...answered, state: 'failed', cause, query }, releases: [] }
    }
  }
  return { answer: answered, releases: [] }
}

function whyOf(error: unknown, { name }: SearchableIndexer, log: Logger): Cause {
  if (!(error instanceof AppError))
    log.error('Querying {indexer} failed unexpectedly: {error}', { indexer: name, error })
  return causeFrom(error)
}

/** The result, unless the signal aborts first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise<T>((resolve, reject) => {
    const abort = () =>
      reject(new Error('No one is waiting for the response any more', { cause: signal.reason }))
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Adds what enrichments know about the releases from one indexer. */
async function describe(
  { enrichment, answerLimit }: FulfilmentContext,
  { answers, found, remarks }: Run,
  { id }: SearchableIndexer,
  signal: AbortSignal,
): Promise<void> {
  const offered = found.get(id) ?? []
  if (offered.length === 0) return
  const limited = AbortSignal.any([signal, AbortSignal.timeout(answerLimit)])
  const query = answers.get(id)?.query ?? ''
  const { metadata, cause } = await enrichment.describe(offered, query, limited)
  signal.throwIfAborted()
  if (cause) remarks.push(cause)
  if (metadata.size === 0) return
  found.set(
    id,
    offered.map((facts) => ({ ...facts, metadata: metadata.get(facts.guid) ?? null })),
  )
}

/** Ranks the results so far, stores what changed and refreshes open pages. */
async function save(context: FulfilmentContext, search: Run, stage: 'running' | 'ended'): Promise<void> {
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
      throw new BrokenOff('The search is not this one’s any more')
    await releases.save(within, id, changes)
  }
  const { written, moved } = await releases.compare(search.stored, ranked)
  let start = 0
  for (; written.length - start > ROWS_A_COMMIT; start += ROWS_A_COMMIT) {
    const some = written.slice(start, start + ROWS_A_COMMIT)
    await transaction((within) => store(within, { written: some, moved: [] }))
  }
  await transaction(async (within) => {
    await store(within, { written: written.slice(start), moved })
    if (stage === 'ended') await end(context, within, search, { progress, failed: allFailed(indexers) })
  })
  search.stored = ranked
  tellReleasePages(context, book.asin)
}

/** Deletes the search, so that another server can begin it at once. */
async function abandon({ searches, log }: FulfilmentContext, { id, owner, book }: Run): Promise<void> {
  const { title } = book
  await searches
    .abandon(id, owner)
    .catch((error: unknown) =>
      log.warn('Could not release the search for "{title}"; it ends with its lease: {error}', {
        title,
        error,
      }),
    )
}

/** Ends a search that could not begin to query. */
async function giveUp(context: FulfilmentContext, search: Run, error: unknown): Promise<void> {
  const { searches, transaction, log } = context
  const { title } = search.book
  if (!(error instanceof AppError)) log.error('Search for "{title}" failed: {error}', { title, error })
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
  { id, actor, book }: Run,
  { progress, failed }: { progress: SearchProgress; failed: boolean },
): Promise<void> {
  const { found, accepted, cause } = progress
  const at = clock()
  await searches.end(within, id, failed ? 'failed' : 'finished', at)
  const kind = failed ? 'search_failed' : 'searched'
  const detail = { search_id: id, found, accepted, ...(cause && { cause }) }
  await timeline.add(within, { asin: book.asin, kind, actor, detail, at })
}
