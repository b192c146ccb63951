import type { Database, Transaction } from '#server/db/database'
import type { StoredIndexerAnswer, StoredRelease } from '#server/db/stored-release'
import { AppError } from '#server/errors'
import type { Logger } from '#server/log'
import type {
  ReleaseEnrichment,
  ReleaseSource,
  SearchableIndexer,
} from '#server/domain/integrations/integrations.types'
import type { Announce } from '#server/domain/announce'
import type { Timeline } from '#server/domain/books/books.types'
import { coalesce } from '#server/async/coalesce'
import { createQueryIndexer, pendingAnswer } from './query-indexers'
import { holdLease, LEASE } from '#server/async/lease'
import type { RankReleases } from './rank.service'
import { endsBeforeTimeout } from '#server/async/timeout'
import { allFailed, describeFailures, isAbandoned, isFresh } from './release-search.rules'
import type { ReleaseSearchRepository, SearchProgress } from './release-search.repository'
import type { StoredSearch, WantedRecording } from './release-search.types'
import type { ReleasesRepository } from './releases.repository'
import { searchQueries } from './search-queries.rules'

/** Milliseconds that one indexer has for one answer. */
const ANSWER_LIMIT = 60_000
/** Milliseconds between two looks at a search that another server makes. */
const LOOK = 250
/** Milliseconds for which nobody minds that what was found is not shown yet. */
const MOMENT = 50
/** Milliseconds after which stopping waits no more. */
const STOP_TIMEOUT = 1500

export interface ReleaseSearchDependencies {
  repository: ReleaseSearchRepository
  releases: ReleasesRepository
  timeline: Timeline
  transaction: Database['write']
  source: Pick<ReleaseSource, 'name' | 'indexers' | 'search' | 'ttl'>
  enrichment: ReleaseEnrichment
  rankReleases: RankReleases
  announce: Announce
  clock: () => Date
  log: Logger
  /** Milliseconds that one indexer has for one answer. */
  answerLimit?: number
}

export interface SearchRequest {
  /** Username; null for the server itself. */
  actor: string | null
  /** Only a search that began at this time or later will do; else one that is not older than the time to keep. */
  notBefore?: Date | undefined
  /** Called before a search begins, and not where one will do that is there; what it throws prevents it. */
  admit?: (() => Promise<void>) | undefined
}

export type ReleaseSearch = ReturnType<typeof createReleaseSearch>

/** Searches for releases: of all instances one search per book at a time, whose result is kept. */
export function createReleaseSearch(dependencies: ReleaseSearchDependencies) {
  const { repository, releases, timeline, transaction, source, enrichment, rankReleases } = dependencies
  const { announce, clock, log, answerLimit = ANSWER_LIMIT } = dependencies
  const ask = createQueryIndexer({ source, log })
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  const tellPages = (asin: string) => announce({ topic: 'releases', asin }, { admins: true, userIds: [] })

  /** @returns the id of a search that was begun here; null when one is under way elsewhere. */
  async function begin(book: WantedRecording, actor: string | null): Promise<string | null> {
    stopping.signal.throwIfAborted()
    const { asin } = book
    const [id, owner] = [crypto.randomUUID(), crypto.randomUUID()]
    const current = await transaction(async (within) => {
      // Locked, so that a search is either made with what was corrected or older than the correction.
      const known = (await repository.lockBook(within, asin)) ?? book
      const now = clock()
      const leaseUntil = new Date(now.getTime() + LEASE)
      if (!(await repository.begin(within, { id, asin, actor, owner, leaseUntil }, now))) return null
      await timeline.add(within, { asin, kind: 'search_started', actor, detail: { search_id: id }, at: now })
      return known
    })
    if (!current) return null
    tellPages(asin)
    const work = run({ id, owner, actor, book: current }).finally(() => running.delete(id))
    running.set(id, work)
    return id
  }

  interface Run {
    id: string
    owner: string
    actor: string | null
    book: WantedRecording
  }

  /** Never throws: what goes wrong is stored with the search, or ends with its lease. */
  async function run(search: Run): Promise<void> {
    const { id, owner, book } = search
    const lease = holdLease({
      renew: (until) => repository.renew(id, owner, until),
      signal: stopping.signal,
      clock,
      log,
    })
    try {
      await searchAll(search, lease.signal)
    } catch (error) {
      if (stopping.signal.aborted) await abandon(search)
      else if (error instanceof BrokenOff)
        log.info('A search for {title} was broken off', { title: book.title })
      else if (!lease.signal.aborted) await giveUp(search, error)
    } finally {
      lease.end()
      tellPages(book.asin)
    }
  }

  async function searchAll(search: Run, signal: AbortSignal): Promise<void> {
    const { book } = search
    const queries = searchQueries(book)
    const chosen = await source.indexers()
    const answers = new Map<number, StoredIndexerAnswer>(chosen.map((one) => [one.id, pendingAnswer(one)]))
    const found = new Map<number, StoredRelease[]>()
    const remarks: string[] = []
    let open = chosen.length

    const progress = () => ({ indexers: [...answers.values()], remarks, found: [...found.values()].flat() })
    const store = coalesce(() => save(search, progress(), 'running'))

    async function askOne(indexer: SearchableIndexer): Promise<void> {
      const { answer, releases: offered } = await ask(indexer, { queries, limit: answerLimit, signal })
      answers.set(indexer.id, answer)
      found.set(indexer.id, offered)
      const described = offered.length > 0 ? enrich(indexer, offered, answer.query ?? '') : Promise.resolve()
      // What the last one offers is saved with the end, unless it takes a while to describe.
      if (open > 1 || !(await endsBeforeTimeout(MOMENT, described))) store.call()
      await described
      open -= 1
    }

    async function enrich({ id }: SearchableIndexer, offered: StoredRelease[], query: string): Promise<void> {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(answerLimit)])
      const { metadata, error } = await enrichment.describe(offered, query, limited)
      signal.throwIfAborted()
      if (error !== null) remarks.push(error)
      if (metadata.size === 0) return
      found.set(
        id,
        offered.map((facts) => ({ ...facts, metadata: metadata.get(facts.guid) ?? null })),
      )
    }

    await save(search, progress(), 'running')
    await Promise.all(chosen.map(askOne))
    await store.settled()
    await save(search, progress(), 'ended')
  }

  /** Judges and stores what is known so far, and tells open pages. */
  async function save(
    { id, owner, actor, book }: Run,
    known: { indexers: StoredIndexerAnswer[]; remarks: string[]; found: StoredRelease[] },
    stage: 'running' | 'ended',
  ): Promise<void> {
    const { indexers, remarks, found } = known
    const ranked = await rankReleases(book, found)
    const progress: SearchProgress = {
      indexers,
      found: ranked.length,
      accepted: ranked.filter(({ verdict }) => verdict.accepted).length,
      error:
        indexers.length === 0 && stage === 'ended'
          ? noIndexer(source.name)
          : describeFailures(indexers, remarks),
    }
    await transaction(async (within) => {
      if (!(await repository.saveProgress(within, id, owner, progress)))
        throw new BrokenOff('The search is not this one’s any more')
      await releases.replace(within, id, ranked)
      if (stage === 'running') return
      const failed = allFailed(indexers)
      await end(within, { id, actor, asin: book.asin, progress, failed })
    })
    tellPages(book.asin)
  }

  /** Leaves no trace, so that another server begins anew at once. */
  async function abandon({ id, owner }: Run): Promise<void> {
    await repository
      .abandon(id, owner)
      .catch((error: unknown) => log.warn('A search ends with its lease: {error}', { error }))
  }

  /** A search that could not even begin to ask. */
  async function giveUp({ id, owner, actor, book }: Run, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) log.error('A search for releases failed: {error}', { error })
    const reason = error instanceof AppError ? error.message : 'It failed unexpectedly; see the log.'
    const progress: SearchProgress = { indexers: [], found: 0, accepted: 0, error: reason }
    const written = transaction(async (within) => {
      if (!(await repository.saveProgress(within, id, owner, progress))) return
      await end(within, { id, actor, asin: book.asin, progress, failed: true })
    })
    await written.catch((cause: unknown) => log.error('A search could not be ended: {cause}', { cause }))
  }

  async function end(
    within: Transaction,
    ended: { id: string; asin: string; actor: string | null; progress: SearchProgress; failed: boolean },
  ): Promise<void> {
    const { id, asin, actor, progress, failed } = ended
    const { found, accepted, error } = progress
    const at = clock()
    await repository.end(within, id, failed ? 'failed' : 'finished', at)
    await timeline.add(within, {
      asin,
      kind: failed ? 'search_failed' : 'searched',
      actor,
      detail: { search_id: id, found, accepted, ...(error !== null && { reason: error }) },
      at,
    })
  }

  /** A search that will do: one that is kept, one under way, or one that begins now. */
  async function start(book: WantedRecording, request: SearchRequest): Promise<StoredSearch> {
    let admitted = false
    for (;;) {
      const newest = await repository.findNewest(book.asin)
      const now = clock()
      if (newest?.state === 'running' && newest.leaseUntil !== null && newest.leaseUntil > now) return newest
      const freshness = {
        ttl: await source.ttl(),
        now,
        notBefore: later(request.notBefore, book.correctedAt),
      }
      if (newest && isFresh(newest, freshness)) return newest
      if (!admitted) await request.admit?.()
      admitted = true
      const id = await begin(book, request.actor)
      const begun = id === null ? null : await repository.find(id)
      if (begun) return begun
    }
  }

  return {
    start,

    /**
     * As {@link start}, and waits for its end.
     * @throws what `signal` was aborted with.
     */
    async complete(
      book: WantedRecording,
      request: SearchRequest,
      signal: AbortSignal,
    ): Promise<StoredSearch> {
      let search = await start(book, request)
      const end = aborted(signal)
      while (search.state === 'running') {
        signal.throwIfAborted()
        await Promise.race([running.get(search.id) ?? soon(LOOK), end])
        // One whose server has gone is taken over.
        const known = await repository.find(search.id)
        const alive = known?.leaseUntil && known.leaseUntil > clock()
        const stands = known && !isAbandoned(known) && (known.state !== 'running' || alive)
        search = stands ? known : await start(book, request)
      }
      return search
    },

    /** Ends every search of this server; those waiting for one begin it again. */
    async stop(timeout = STOP_TIMEOUT): Promise<void> {
      stopping.abort(new Error('The server stops'))
      if (await endsBeforeTimeout(timeout, Promise.all(running.values()))) return
      log.warn('Searches for releases did not end in time; they end with their lease')
    },

    /** Ends every search whose server has gone, as its lease is over. */
    async sweep(): Promise<void> {
      const ended = await transaction(async (within) => {
        const now = clock()
        const abandoned = await repository.endAbandoned(within, now)
        for (const { id, asin, actor, found, accepted } of abandoned) {
          const detail = { search_id: id, found, accepted, reason: 'The server ended in the middle of it.' }
          await timeline.add(within, { asin, kind: 'search_failed', actor, detail, at: now })
        }
        return abandoned
      })
      for (const { asin } of ended) tellPages(asin)
    },

    /** Removes old searches. */
    prune: (): Promise<void> => repository.prune(),
  }
}

const noIndexer = (source: string) =>
  `There is no indexer to ask: ${source} has none that is switched on and chosen.`

/** Thrown out of a search that ended from outside: its lease is over, or what it looks for was corrected. */
class BrokenOff extends Error {}

/** The later one of two times that need not be there. */
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
