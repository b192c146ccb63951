import { causeOf, type Cause } from '#contract/cause'
import { coalesce } from '#server/async/coalesce'
import { endsBeforeTimeout, TimedOut, unlessAborted, withTimeout } from '#server/async/timeout'
import type { StoredIndexerAnswer, StoredRelease } from '#server/db/stored-release'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { SearchableIndexer } from '#server/domain/integrations/integrations.types'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { restAfter, restIndexerAfter, restOfIndexer } from '#server/domain/fulfilment/wait/rests'
import { searchQueries } from './release-search.rules'
import type { FoundRelease, WantedRecording } from './release-search.types'

/** Milliseconds by which results may be late without anyone noticing. */
const MOMENT = 50
/** Milliseconds that describing an indexer’s releases may take. */
const ENRICHMENT_TIMEOUT = 60_000
/** Milliseconds between rankings of a growing result. */
const RANK_EVERY = 1000

/** A search that this server runs, and its results so far. */
export interface SearchRun {
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

/**
 * Queries all indexers at once and keeps their releases as they arrive.
 * @param save stores what there is so far; called at most every second.
 */
export async function queryIndexers(
  context: FulfilmentContext,
  search: SearchRun,
  signal: AbortSignal,
  save: () => Promise<void>,
): Promise<void> {
  const queries = searchQueries(search.book)
  const indexers = await context.source.indexers()
  for (const indexer of indexers) search.answers.set(indexer.id, pendingAnswer(indexer))
  const growth = coalesce(save, RANK_EVERY)
  let open = indexers.length

  async function queryOne(indexer: SearchableIndexer): Promise<void> {
    // People who search may ask at any time.
    const resting = search.actor === null ? await restOfIndexer(context, indexer.id) : null
    const { answer, releases } = resting
      ? failedWith(indexer, resting.cause, queries[0] ?? null)
      : await queryIndexer(context, indexer, queries, signal)
    search.answers.set(indexer.id, answer)
    search.found.set(indexer.id, releases)
    const described = describe(context, search, indexer, signal)
    // The last indexer's releases are stored with the end, unless describing them takes a while.
    if (open > 1 || !(await endsBeforeTimeout(MOMENT, described))) growth.call()
    await described
    open -= 1
  }

  try {
    await save()
    await Promise.all(indexers.map(queryOne))
  } finally {
    await growth.end()
  }
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
  context: FulfilmentContext,
  indexer: SearchableIndexer,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<{ answer: StoredIndexerAnswer; releases: StoredRelease[] }> {
  const { source } = context
  const limit = await source.searchTimeout()
  let answered: StoredIndexerAnswer = { ...pendingAnswer(indexer), state: 'answered' }
  for (const query of queries) {
    try {
      const found = await withTimeout(limit, signal, (limited) =>
        unlessAborted(limited, source.search(indexer, query, limited)),
      )
      answered = { ...answered, found: found.length, query }
      if (found.length > 0) {
        return { answer: answered, releases: found.map((facts) => ({ ...facts, query, metadata: null })) }
      }
    } catch (error) {
      signal.throwIfAborted()
      const late = causeOf('no_answer_within', { seconds: limit / 1000 })
      const cause = error instanceof TimedOut ? late : await causeOfError(context, error, indexer)
      return failedWith(indexer, cause, query)
    }
  }
  return { answer: answered, releases: [] }
}

function failedWith(indexer: SearchableIndexer, cause: Cause, query: string | null) {
  const answer: StoredIndexerAnswer = { ...pendingAnswer(indexer), state: 'failed', cause, query }
  return { answer, releases: [] }
}

async function causeOfError(
  context: FulfilmentContext,
  error: unknown,
  { id, name }: SearchableIndexer,
): Promise<Cause> {
  if (error instanceof AppError) {
    await restAfter(context, error)
    await restIndexerAfter(context, id, error)
  } else context.log.error('Querying {indexer} failed unexpectedly: {error}', { indexer: name, error })
  return causeFrom(error)
}

/** Adds what enrichments know about the releases from one indexer. */
async function describe(
  { enrichment }: FulfilmentContext,
  { answers, found, remarks }: SearchRun,
  { id }: SearchableIndexer,
  signal: AbortSignal,
): Promise<void> {
  const offered = found.get(id) ?? []
  if (offered.length === 0) return
  const query = answers.get(id)?.query ?? ''
  const { metadata, cause } = await withTimeout(ENRICHMENT_TIMEOUT, signal, (limited) =>
    enrichment.describe(offered, query, limited),
  )
  signal.throwIfAborted()
  if (cause) remarks.push(cause)
  if (metadata.size === 0) return
  found.set(
    id,
    offered.map((facts) => ({ ...facts, metadata: metadata.get(facts.guid) ?? null })),
  )
}
