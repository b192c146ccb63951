import type { IndexerAnswerDto } from '#contract/fulfilment'

/** A search as far as these rules need it. */
interface Ended {
  state: 'running' | 'finished' | 'failed'
  startedAt: Date
  /** Null while it runs, and when its server ended in the middle of it. */
  finishedAt: Date | null
}

/** Seconds that an answer is kept at least, so that a page that looks again does not begin the next search. */
const SHORTEST_TTL = 30
/** Milliseconds after which a search that failed may be repeated. */
const FAILURE_KEPT = 30_000

/**
 * Whether what a search brought may stand for a new one.
 * @param options.ttl seconds that an answer is kept.
 * @param options.notBefore only a search that began at this time or later will do.
 */
export function isFresh(
  search: Ended,
  options: { ttl: number; now: Date; notBefore?: Date | undefined },
): boolean {
  const { ttl, now, notBefore } = options
  if (search.state === 'running' || search.finishedAt === null) return false
  if (notBefore && search.startedAt < notBefore) return false
  const kept = search.state === 'failed' ? FAILURE_KEPT : Math.max(ttl, SHORTEST_TTL) * 1000
  return search.finishedAt.getTime() + kept > now.getTime()
}

/** Whether a search was broken off by the end of its server, so that it says nothing. */
export function isAbandoned({ state, finishedAt }: Ended): boolean {
  return state === 'failed' && finishedAt === null
}

/**
 * What went wrong in words, as in "1 of 3 failed: Spoken Shelf: no answer within 60 s".
 * @param remarks what else went wrong, such as with data from elsewhere.
 * @returns null when nothing did.
 */
export function describeFailures(
  answers: readonly Pick<IndexerAnswerDto, 'name' | 'state' | 'error'>[],
  remarks: readonly string[] = [],
): string | null {
  const failed = answers.filter(({ state }) => state === 'failed')
  const named = failed.map(({ name, error }) => `${name}: ${error ?? 'no reason given'}`).join('; ')
  const parts = failed.length > 0 ? [`${failed.length} of ${answers.length} failed: ${named}`] : []
  const all = [...parts, ...new Set(remarks)]
  return all.length > 0 ? all.join('. ') : null
}

/** Whether a search says nothing about the book: nobody was asked, or nobody answered. */
export function allFailed(answers: readonly Pick<IndexerAnswerDto, 'state'>[]): boolean {
  return answers.every(({ state }) => state === 'failed')
}
