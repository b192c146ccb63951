import type { Owned } from './library.types'

const HOUR = 60 * 60_000
/** Milliseconds between two looks at what came last to the library. */
export const LOOK_EVERY = 60_000
/** Milliseconds after the end of a download for which it is looked for so often; later a walk finds it. */
const LOOKED_FOR = 2 * HOUR

/** Whether the library is looked at for a download that was complete then. */
export function isLookedFor(completedAt: Date, now: Date): boolean {
  return now.getTime() - completedAt.getTime() < LOOKED_FOR
}

/** @returns the surest item that came after the book was asked for; undefined where it is not there, or was before. */
export function arrivalAmong(owned: readonly Owned[] | undefined, since: Date): Owned | undefined {
  return owned?.find(({ item }) => item.firstSeenAt > since)
}

/**
 * Whether a complete download should be in the library by now, and is not.
 * @param look.hours after which that is said; 0: never.
 * @param look.copies when the last complete walk over each library began; null where there was none.
 */
export function isMissing(
  completedAt: Date,
  { now, hours, copies }: { now: Date; hours: number; copies: readonly (Date | null)[] },
): boolean {
  if (hours === 0 || now.getTime() - completedAt.getTime() < hours * HOUR) return false
  // A library that cannot be read says nothing of what is in it.
  return copies.every((copy) => copy !== null && copy > completedAt)
}
