import type { Owned } from './library.types'

const HOUR = 60 * 60_000
/** Milliseconds between checks of the library's newest items. */
export const CHECK_EVERY = 60_000
/**
 * How long after a download completes the newest items are checked for it, in milliseconds; after that, a
 * walk finds it.
 */
const LOOKED_FOR = 2 * HOUR

/**
 * How long after a scan for a completed download the next full walk is due, in milliseconds, since scanning
 * takes time.
 */
const WALK_AFTER_SCAN = 10 * 60_000

/**
 * Whether a full walk is due because a scan may have changed more than the newest items.
 * @param walk.scannedAt when the library was last told to scan.
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
 * The earliest scan that counts for a download. There is one scan in every hour after the download, because
 * another program may take a while to move the files.
 */
export function scanSince(completedAt: Date, now: Date): Date {
  const hours = Math.max(0, Math.floor((now.getTime() - completedAt.getTime()) / HOUR))
  return new Date(completedAt.getTime() + hours * HOUR)
}

/** Whether the newest items are still checked for a download that completed at the given time. */
export function isStillChecked(completedAt: Date, now: Date): boolean {
  return now.getTime() - completedAt.getTime() < LOOKED_FOR
}

/**
 * The surest item that arrived after a book was requested. An item that was there before and came back counts
 * only if it was already gone when the book was requested, or if a download was complete before it came back:
 * a disk that was offline for a while contains nothing new.
 * @param completedAt when the book's download completed; null if there is none.
 * @returns undefined if the library does not have the book, or already had it.
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
 * Whether a complete download should be in the library by now but is not.
 * @param look.hours after how many hours this is reported, doubled if a library could not be read since; 0
 *   means never.
 * @param look.copies when the last complete walk over each library began; null if there was none.
 */
export function isMissing(
  completedAt: Date,
  { now, hours, copies }: { now: Date; hours: number; copies: readonly (Date | null)[] },
): boolean {
  if (hours === 0 || now.getTime() - completedAt.getTime() < hours * HOUR) return false
  // An unreadable library says nothing about its contents, but must not suppress the report forever.
  if (now.getTime() - completedAt.getTime() >= 2 * hours * HOUR) return true
  return copies.every((copy) => copy !== null && copy > completedAt)
}
