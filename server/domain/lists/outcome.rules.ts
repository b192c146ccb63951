import type { RequestedBookDto } from '#contract/books'
import type { BulkAnswerDto } from '#contract/bulk'
import { isAvailable, isRequested } from '#contract/is-requested'
import type { EntryState } from '#contract/lists'
import type { EntryOutcome } from './list-work.repository'

const SECOND = 1000
/** How long a list pauses after the first failure, in milliseconds; each further failure doubles it. */
const FIRST_PAUSE = 15 * SECOND
/** A list never pauses for longer, in milliseconds. */
export const LONGEST_PAUSE = 15 * 60 * SECOND

/** When to resume a list after the given number of failures in a row. */
export function pauseUntil(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE))
}

/** The state of an entry with a book. @param book undefined if there is none. */
export function matchedState(
  match: Extract<EntryState, 'sure' | 'check' | 'nothing'>,
  book: RequestedBookDto | undefined,
): EntryState {
  if (!book || match === 'nothing') return 'nothing'
  if (isAvailable(book.book)) return 'in_library'
  return isRequested(book.book) ? 'requested' : match
}

/** The outcome of some requests. */
interface RequestStep {
  outcomes: EntryOutcome[]
  /** The failure for a used-up quota, after which nothing more is requested now. */
  full: BulkAnswerDto['failed'][number] | null
  /** The failure of the catalogue that makes the other entries wait. */
  failed: BulkAnswerDto['failed'][number] | null
}

/**
 * The outcomes of entries whose books were requested. A book that was requested before counts as done, so
 * that an interruption never causes a second request.
 * @param entries with the books chosen for them.
 */
export function requestStep(
  entries: readonly { number: number; asin: string | null }[],
  { done, failed }: BulkAnswerDto,
): RequestStep {
  const refusals = new Map(failed.map((failure) => [failure.asin, failure]))
  const isWaiting = ({ code }: { code: string }) => code.startsWith('catalogue_')
  const outcomes = entries.flatMap(({ number, asin }): EntryOutcome[] => {
    const ended = { number, requesting: false, selected: false, refusal: null }
    if (asin === null || done.includes(asin)) return [{ ...ended, state: 'requested' }]
    const refusal = refusals.get(asin)
    if (!refusal || isWaiting(refusal)) return []
    const { code, params } = refusal
    if (code === 'already_requested') return [{ ...ended, state: 'requested' }]
    if (code === 'already_available') return [{ ...ended, state: 'in_library' }]
    return [{ ...ended, selected: code === 'quota_exceeded', refusal: { code, params } }]
  })
  return {
    outcomes,
    full: failed.find(({ code }) => code === 'quota_exceeded') ?? null,
    failed: failed.find(isWaiting) ?? null,
  }
}
