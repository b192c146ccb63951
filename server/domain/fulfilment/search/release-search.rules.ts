import { agoOf } from '#server/async/due.rules'
import { causeOf, isSameCause, type Cause } from '#contract/cause'
import type { StoredIndexerAnswer } from '#server/db/stored-release'

/** The part of a search that these rules need. */
interface Ended {
  state: 'running' | 'finished' | 'failed'
  startedAt: Date
  /** Null while it runs, and if its server died. */
  finishedAt: Date | null
}

/** Minimum seconds to keep a result, so that a page that refreshes does not start another search. */
const SHORTEST_TTL = 30
/** Milliseconds after which a failed search may be repeated. */
const FAILURE_KEPT = 30_000

/**
 * Whether a search is recent enough to use instead of a new one.
 * @param options.ttl seconds that a result is kept.
 * @param options.notBefore rejects searches that began earlier.
 */
export function isFresh(
  search: Ended,
  options: { ttl: number; now: Date; notBefore?: Date | undefined },
): boolean {
  const { ttl, now, notBefore } = options
  if (search.state === 'running' || search.finishedAt === null) return false
  if (notBefore && search.startedAt < notBefore) return false
  const kept = search.state === 'failed' ? FAILURE_KEPT : Math.max(ttl, SHORTEST_TTL) * 1000
  return agoOf(search.finishedAt, now) < kept
}

/** Whether a search was interrupted when its server died, so that it says nothing about the book. */
export function isAbandoned({ state, finishedAt }: Ended): boolean {
  return state === 'failed' && finishedAt === null
}

/**
 * What went wrong, as in "1 of 3 failed: Spoken Shelf: no answer within 60 s".
 * @param remarks other failures, such as in enrichment.
 * @returns null if nothing failed.
 */
export function causeOfFailures(
  answers: readonly Pick<StoredIndexerAnswer, 'name' | 'state' | 'cause'>[],
  remarks: readonly Cause[] = [],
): Cause | null {
  const failed = answers.filter(({ state }) => state === 'failed')
  const others = remarks
    .flatMap((remark) => remark.causes ?? [remark])
    .filter((remark, at, all) => all.findIndex((other) => isSameCause(other, remark)) === at)
  const [first] = others
  if (failed.length === 0) {
    return others.length > 1 ? { ...causeOf('several'), causes: others } : (first ?? null)
  }
  const named = failed.map(({ name, cause }) => {
    const { code, params } = cause ?? causeOf('unexpected')
    return { code, params: { ...params, name } }
  })
  const asked = { failed: failed.length, asked: answers.length }
  return { ...causeOf('indexers_failed', asked), causes: [...named, ...others] }
}

/** Whether a search says nothing about the book: no indexer was queried, or none answered. */
export function allFailed(answers: readonly Pick<StoredIndexerAnswer, 'state'>[]): boolean {
  return answers.every(({ state }) => state === 'failed')
}

/** A guid identifies a release only together with its indexer. */
export const keyOf = (guid: string, indexerId: number): string => `${indexerId} ${guid}`

/** Words after a title that describe the product, not its name. */
const ADDITION = /[([{][^)\]}]{0,100}[)\]}]$/u
const SUBTITLE = /(?::\s|\s[-–—]\s).*$/su
const EDITION = /(?<![,\s])[,\s]+(?:an?\s+novel|unabridged|abridged|dramati[sz]ed(?:\s+adaptation)?)$/iu

/**
 * The queries for an indexer, tried in order until one finds something: many indexers accept only plain words
 * and require each of them in a release title.
 * @returns title with the first author, title, and main title.
 */
export function searchQueries(book: { title: string; authors: readonly string[] }): string[] {
  const title = plain(book.title)
  const author = plain(book.authors[0] ?? '')
  const main = plain(mainTitle(book.title))
  return [...new Set([`${title} ${author}`.trim(), title, main])].filter((query) => query !== '')
}

/** The title without trailing brackets, subtitle and edition words. */
function mainTitle(title: string): string {
  let main = title.trim()
  for (const addition of [ADDITION, ADDITION, SUBTITLE, EDITION]) {
    const shorter = main.replace(addition, '').trim()
    if (/[\p{L}\p{N}]/u.test(shorter)) main = shorter
  }
  return main
}

/** Plain words only: punctuation would be read as an operator or as part of a word, and & is spelled in many ways. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}'’&.-]+/gu, ' ')
    .replaceAll(/(?<=^|\s)[-.&]+(?=\s|$)/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
