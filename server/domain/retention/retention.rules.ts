import { RETENTION, type KeptKind, type RetentionLimits } from '#contract/storage'

const DAY = 24 * 60 * 60_000

/** Kinds that strangers can create without limit: guessing passwords must not fill the disk. */
const FLOODABLE: readonly KeptKind[] = ['audit']

/**
 * Which rows of a kind to delete.
 * @param oldestOfNewest when the oldest of the newest rows that may stay was written; null if all may stay.
 * @returns the time before which all rows are deleted.
 */
export function removedBefore(
  kind: KeptKind,
  { days }: RetentionLimits,
  { now, oldestOfNewest }: { now: Date; oldestOfNewest: Date | null },
): Date {
  const tooOld = now.getTime() - days * DAY
  if (oldestOfNewest === null) return new Date(tooOld)
  const spared = now.getTime() - (FLOODABLE.includes(kind) ? 0 : RETENTION[kind].least.days * DAY)
  return new Date(Math.max(tooOld, Math.min(oldestOfNewest.getTime(), spared)))
}

/** The share of a table's bytes that some of its rows take, assuming rows of equal size. */
export function shareOf(bytes: number, rows: number, allRows: number): number {
  return allRows === 0 ? bytes : Math.round((bytes * rows) / allRows)
}
