import type { Conditions, Wishes } from '#contract/wishes'

/**
 * What the releases of a book have to meet: the wishes of the first person whose request is approved. Those who join
 * never stop a book that others got approved, so a wish of theirs counts only if the first person has it too; once
 * their request is the first that is left, it is their own.
 * @param wishes of everyone whose request is approved, in order of request; null for none.
 * @returns null if no wish that a release could meet counts.
 */
export function bindingConditions([first = null]: readonly (Wishes | null)[]): Conditions | null {
  if (first === null || !hasConditions(first)) return null
  const { note: _note, ...conditions } = first
  return conditions
}

/** Whether there is any condition for a release to meet. */
export function hasConditions({ narrator, unabridged, language, max_size_mb, format }: Conditions): boolean {
  return unabridged || [narrator, language, max_size_mb, format].some((wish) => wish !== null)
}

/** Whether two results of {@link bindingConditions} are equal. */
export function areSameConditions(one: Conditions | null, other: Conditions | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
