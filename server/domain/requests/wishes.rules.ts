import type { FulfilmentState, RequestStatus } from '#contract/books'
import type { Wishes } from '#contract/wishes'
import { hasConditions } from '#server/domain/books/conditions.rules'

/** @returns null if the wishes are empty. */
export function wishesToKeep(wishes: Wishes | undefined): Wishes | null {
  return wishes && (wishes.note !== null || hasConditions(wishes)) ? wishes : null
}

/** Whether two results of {@link wishesToKeep} are equal, in whatever order a database returns their parts. */
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
 * Whether a person may still change their wishes for a book.
 * @param own the status of their request; null without one.
 * @param fulfilment the state of the fulfilment; null if there is none.
 */
export function wishPolicy(
  own: RequestStatus | null,
  fulfilment: FulfilmentState | null,
): 'allowed' | 'not_requested' | 'too_late' {
  if (own === null || own === 'declined') return 'not_requested'
  return fulfilment === null || isBeforeGrab(fulfilment) ? 'allowed' : 'too_late'
}

/** Whether a book is wanted and no release has been grabbed yet. */
export function isBeforeGrab(fulfilment: FulfilmentState): boolean {
  return fulfilment === 'waiting' || fulfilment === 'searching' || fulfilment === 'not_found'
}
