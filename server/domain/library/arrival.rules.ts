import type { Owned } from './library.types'
import { isSameEdition } from './owned.rules'
import type { TimeOrder } from './time-order'

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

/** The first scan that no complete walk has followed up: if the last one counted, each would postpone the walk.
 * @param before the first one so far, if there was one.
 * @param walk.scannedAt when the library was last told to scan.
 * @param walk.completeAt when the last complete walk began.
 */
export function firstUnreadScan(
  before: Date | undefined,
  { scannedAt, completeAt }: { scannedAt: Date | null; completeAt: Date | null },
): Date | undefined {
  const isUnread = (scan: Date) => completeAt !== null && completeAt.getTime() < walkAfter(scan)
  return [before, scannedAt ?? undefined].find((scan) => scan !== undefined && isUnread(scan))
}

/** Whether a full walk is due because a scan may have changed more than the newest items. */
export function isWalkDueAfterScan(scan: Date | undefined, now: Date): boolean {
  return scan !== undefined && now.getTime() >= walkAfter(scan)
}

const walkAfter = (scan: Date): number => scan.getTime() + WALK_AFTER_SCAN

/**
 * The earliest scan that counts for a download. There is one scan in every hour after the download, because
 * another program may take a while to move the files.
 */
export function scanSince(completedAt: Date, now: Date): Date {
  // It was completed while the clock was ahead.
  if (completedAt > now) return new Date(now.getTime() - HOUR)
  const hours = Math.max(0, Math.floor((now.getTime() - completedAt.getTime()) / HOUR))
  return new Date(completedAt.getTime() + hours * HOUR)
}

/** Whether the newest items are still checked for a download that completed at the given time. */
export function isStillChecked(completedAt: Date, now: Date): boolean {
  return now.getTime() - completedAt.getTime() < LOOKED_FOR
}

/** What is known of a book that people wait for. */
export interface Awaited {
  /** When it was first requested, or a release of it grabbed; null if neither still counts. */
  since: Date | null
  /** When its download completed; null if there is none. */
  completedAt: Date | null
  /** When a person last took back the copy that the library had; null if no one has. */
  takenBackAt: Date | null
  /** Whether every library was read completely after the download completed. */
  readSince: boolean
}

/**
 * The item that proves that the library has an awaited book: the surest one that is new, or else one that was there
 * before and is known to be this edition. Of another edition it is not known whether it is what people wait for, unless
 * a download was complete and nothing new has come of it: it went where the item was.
 * @param owned surest first.
 * @returns undefined if the library does not have the book, or only copies that a person took back.
 */
export function arrivalAmong(
  owned: readonly Owned[] | undefined,
  awaited: Awaited,
  order: TimeOrder,
): Owned | undefined {
  const { since, completedAt, takenBackAt, readSince } = awaited
  const kept = keptCopies(owned, { takenBackAt, completedAt }, order)
  const isOver = completedAt !== null && readSince
  return (
    kept.find(({ item }) => since === null || cameAfter(item, { since, completedAt }, order)) ??
    kept.find((one) => isOver || isSameEdition(one))
  )
}

/**
 * The item that answers a new request: the library has the book already.
 * @param another whether the person knows what the library has, and wants another edition.
 */
export function answerAmong(
  owned: readonly Owned[] | undefined,
  { takenBackAt, another }: { takenBackAt: Date | null; another: boolean },
  order: TimeOrder,
): Owned | undefined {
  return keptCopies(owned, { takenBackAt, completedAt: null }, order).find(
    (one) => !another || isSameEdition(one),
  )
}

/** The items that no person took back. */
function keptCopies(
  owned: readonly Owned[] = [],
  { takenBackAt: since, completedAt }: Pick<Awaited, 'takenBackAt' | 'completedAt'>,
  order: TimeOrder,
): readonly Owned[] {
  return since === null ? owned : owned.filter(({ item }) => cameAfter(item, { since, completedAt }, order))
}

/**
 * Whether an item is new since a time. One that was there before and came back is new only if it was already gone then,
 * or if a download was complete before it came back: a disk that was offline for a while contains nothing new.
 */
function cameAfter(
  { firstSeenAt, leftAt, returnedAt }: Owned['item'],
  { since, completedAt }: { since: Date; completedAt: Date | null },
  { isAfter }: TimeOrder,
): boolean {
  if (isAfter(firstSeenAt, since)) return true
  if (leftAt === null || returnedAt === null || !isAfter(returnedAt, since)) return false
  return !isAfter(leftAt, since) || (completedAt !== null && isAfter(returnedAt, completedAt))
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
