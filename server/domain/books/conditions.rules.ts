import type { Conditions, Wishes } from '#contract/wishes'

/**
 * What a release has to meet so that it is what several people wish for together. Of wishes that exclude each other, as
 * two narrators do, the one that was asked first holds.
 * @param wishes of those whose requests are approved, in the order of asking.
 * @returns null where nobody wishes for anything that a release could meet.
 */
export function joinedConditions(wishes: readonly Wishes[]): Conditions | null {
  const sizes = wishes.flatMap(({ max_size_mb: size }) => (size === null ? [] : [size]))
  const joined: Conditions = {
    narrator: first(wishes.map(({ narrator }) => narrator)),
    unabridged: wishes.some(({ unabridged }) => unabridged),
    language: first(wishes.map(({ language }) => language)),
    max_size_mb: sizes.length > 0 ? Math.min(...sizes) : null,
    format: first(wishes.map(({ format }) => format)),
  }
  return hasConditions(joined) ? joined : null
}

/** Whether there is anything that a release has to meet. */
export function hasConditions({ narrator, unabridged, language, max_size_mb, format }: Conditions): boolean {
  return unabridged || [narrator, language, max_size_mb, format].some((wish) => wish !== null)
}

/** Whether two answers of {@link joinedConditions} are the same. */
export function areSameConditions(one: Conditions | null, other: Conditions | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const first = <Wish>(wishes: readonly (Wish | null)[]): Wish | null =>
  wishes.find((wish) => wish !== null) ?? null
