import type { Conditions, Wishes } from '#contract/wishes'

/**
 * Combines the wishes of several people. If wishes exclude each other, as two narrators do, the earliest one
 * wins.
 * @param wishes of everyone whose request is approved, in order of request.
 * @returns null if no one has a wish that a release could meet.
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

/** Whether there is any condition for a release to meet. */
export function hasConditions({ narrator, unabridged, language, max_size_mb, format }: Conditions): boolean {
  return unabridged || [narrator, language, max_size_mb, format].some((wish) => wish !== null)
}

/** Whether two results of {@link joinedConditions} are equal. */
export function areSameConditions(one: Conditions | null, other: Conditions | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const first = <Wish>(wishes: readonly (Wish | null)[]): Wish | null =>
  wishes.find((wish) => wish !== null) ?? null
