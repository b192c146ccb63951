import type { Conditions, Wishes } from '#contract/wishes'

/** The request of someone that is approved. */
interface ApprovedRequest {
  /** Whether it was approved while somebody else's was. */
  joined: boolean
  /** Null for none. */
  wishes: Wishes | null
}

/**
 * What the releases of a book have to meet: what all wish whose requests count. Those who join never stop a book that
 * others got approved, not even once these have left: if only joiners are left, what all of them wish, so that the
 * wishes of the only one left are their own.
 * @returns null if no wish that a release could meet counts.
 */
export function bindingConditions(approved: readonly ApprovedRequest[]): Conditions | null {
  const [first = null, ...others] = thoseWhoCount(approved).map(({ wishes }): Conditions | null => wishes)
  const conditions = others.reduce(agreement, first)
  if (conditions === null || !hasConditions(conditions)) return null
  const { narrator, unabridged, language, max_size_mb, format } = conditions
  return { narrator, unabridged, language, max_size_mb, format }
}

/** The approved requests whose wishes count: those that did not join, or all if only joiners are left. */
export function thoseWhoCount<R extends { joined: boolean }>(approved: readonly R[]): readonly R[] {
  const first = approved.filter(({ joined }) => !joined)
  return first.length > 0 ? first : approved
}

function agreement(one: Conditions | null, other: Conditions | null): Conditions | null {
  if (one === null || other === null) return null
  const [size, otherSize] = [one.max_size_mb, other.max_size_mb]
  return {
    narrator: one.narrator === other.narrator ? one.narrator : null,
    unabridged: one.unabridged && other.unabridged,
    language: one.language === other.language ? one.language : null,
    max_size_mb: size === null || otherSize === null ? null : Math.max(size, otherSize),
    format: one.format === other.format ? one.format : null,
  }
}

/** Whether there is any condition for a release to meet. */
export function hasConditions({ narrator, unabridged, language, max_size_mb, format }: Conditions): boolean {
  return unabridged || [narrator, language, max_size_mb, format].some((wish) => wish !== null)
}

/** Whether two results of {@link bindingConditions} are equal. */
export function areSameConditions(one: Conditions | null, other: Conditions | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
