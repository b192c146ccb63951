import { causeOf, type Cause } from '#contract/cause'
import type { StoredIndexerAnswer, StoredRelease } from '#server/db/stored-release'
import { AppError } from '#server/errors'
import { causeFrom } from '#server/problem'
import type { Logger } from '#server/log'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { SearchableIndexer } from '#server/domain/integrations/integrations.types'

/** The answer of one indexer. */
export interface IndexerReply {
  answer: StoredIndexerAnswer
  releases: StoredRelease[]
}

export interface QueryOptions {
  /** Tried in order until one finds something. */
  queries: readonly string[]
  /** Milliseconds for one answer. */
  limit: number
  /** Aborts the query for good. */
  signal: AbortSignal
}

/** The entry of an indexer that has not answered yet. */
export function pendingAnswer({ id, name }: SearchableIndexer): StoredIndexerAnswer {
  return { id, name, state: 'asking', found: 0, cause: null, query: null }
}

/** Queries one indexer. Its failures are returned as answers; it throws only when `signal` aborts. */
export async function queryIndexer(
  { source, log }: Pick<FulfilmentContext, 'source' | 'log'>,
  indexer: SearchableIndexer,
  options: QueryOptions,
): Promise<IndexerReply> {
  const { queries, limit, signal } = options
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
      const cause = limited.aborted ? late : whyOf(error, log)
      return { answer: { ...answered, state: 'failed', cause, query }, releases: [] }
    }
  }
  return { answer: answered, releases: [] }
}

function whyOf(error: unknown, log: Logger): Cause {
  if (!(error instanceof AppError)) log.error('Querying an indexer failed unexpectedly: {error}', { error })
  return causeFrom(error)
}

/** The result, unless the signal aborts first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(new Error('Nobody waits for the answer any more', { cause: signal.reason }))
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
