import type { FulfilmentState, RequestStatus } from '#contract/books'
import type { Wishes } from '#contract/wishes'
import { hasConditions } from '#server/domain/books/conditions.rules'

/** @returns null for wishes that wish for nothing. */
export function wishesToKeep(wishes: Wishes | undefined): Wishes | null {
  return wishes && (wishes.note !== null || hasConditions(wishes)) ? wishes : null
}

/** Whether two answers of {@link wishesToKeep} are the same, in whatever order a database gives their parts back. */
export function areSameWishes(one: Wishes | null, other: Wishes | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.note === other.note &&
    one.narrator === other.narrator &&
    one.unabridged === other.unabridged &&
    one.language === other.language &&
    one.max_size_mb === other.max_size_mb &&
    one.format === other.format
  )
}

/**
 * Whether somebody may still say what they wish for in a book.
 * @param own where their request stands; null without one.
 * @param work where the work on the book stands; null where there is none.
 */
export function wishPolicy(
  own: RequestStatus | null,
  work: FulfilmentState | null,
): 'allowed' | 'not_requested' | 'too_late' {
  if (own === null || own === 'declined') return 'not_requested'
  return work === null || isBeforeGrab(work) ? 'allowed' : 'too_late'
}

/** Whether no release was grabbed yet that a book is waiting for. */
export function isBeforeGrab(work: FulfilmentState): boolean {
  return work === 'waiting' || work === 'searching' || work === 'not_found'
}
