import type { Owned } from './library.types'

const HOUR = 60 * 60_000
/** Milliseconds between two looks at what came last to the library. */
export const LOOK_EVERY = 60_000
/** Milliseconds after the end of a download for which it is looked for so often; later a walk finds it. */
const LOOKED_FOR = 2 * HOUR

/** Milliseconds after a scan for a completed download until everything is read once more: scanning takes time. */
const WALK_AFTER_SCAN = 10 * 60_000

/**
 * Whether everything is to be read once more, as a scan may have changed more than what is newest.
 * @param walk.scannedAt when the library was last asked to look for new files.
 * @param walk.completeAt when the last complete walk began.
 */
export function isWalkDueAfterScan(
  { scannedAt, completeAt }: { scannedAt: Date | null; completeAt: Date | null },
  now: Date,
): boolean {
  if (scannedAt === null || completeAt === null) return false
  const due = scannedAt.getTime() + WALK_AFTER_SCAN
  return completeAt.getTime() < due && now.getTime() >= due
}

/**
 * Since when a scan counts for a download: the first hour, and each later one, has its own, as files may be moved to
 * their place by a program that takes its time.
 */
export function scanSince(completedAt: Date, now: Date): Date {
  const hours = Math.max(0, Math.floor((now.getTime() - completedAt.getTime()) / HOUR))
  return new Date(completedAt.getTime() + hours * HOUR)
}

/** Whether the library is looked at for a download that was complete then. */
export function isLookedFor(completedAt: Date, now: Date): boolean {
  return now.getTime() - completedAt.getTime() < LOOKED_FOR
}

/**
 * The surest item that came after a book was asked for. One that was there before and came back is new where it was
 * gone already when the book was asked for, or where a download was complete before it came back: a disk that was away
 * for a while brings nothing.
 * @param completedAt when the download of the book was complete; null where none is.
 * @returns undefined where the book is not there, or was before.
 */
export function arrivalAmong(
  owned: readonly Owned[] | undefined,
  since: Date,
  completedAt: Date | null,
): Owned | undefined {
  return owned?.find(({ item: { firstSeenAt, leftAt, returnedAt } }) => {
    if (firstSeenAt > since) return true
    if (leftAt === null || returnedAt === null || returnedAt <= since) return false
    return leftAt <= since || (completedAt !== null && returnedAt > completedAt)
  })
}

/**
 * Whether a complete download should be in the library by now, and is not.
 * @param look.hours after which that is said, and twice as many where a library could not be read since; 0: never.
 * @param look.copies when the last complete walk over each library began; null where there was none.
 */
export function isMissing(
  completedAt: Date,
  { now, hours, copies }: { now: Date; hours: number; copies: readonly (Date | null)[] },
): boolean {
  if (hours === 0 || now.getTime() - completedAt.getTime() < hours * HOUR) return false
  // A library that cannot be read says nothing of what is in it, which is no reason never to say anything.
  if (now.getTime() - completedAt.getTime() >= 2 * hours * HOUR) return true
  return copies.every((copy) => copy !== null && copy > completedAt)
}
