import { RETENTION, type KeptKind, type RetentionLimits } from '#contract/storage'

const DAY = 24 * 60 * 60_000

/** Kinds of which strangers can cause as much as they like: whoever guesses passwords must not fill the disk. */
const FLOODED: readonly KeptKind[] = ['audit']

/**
 * What of a kind is to go.
 * @param oldestOfNewest when the last of the newest rows that may stay was written; null where all of them may.
 * @returns whatever was written before goes.
 */
export function removedBefore(
  kind: KeptKind,
  { days }: RetentionLimits,
  { now, oldestOfNewest }: { now: Date; oldestOfNewest: Date | null },
): Date {
  const tooOld = now.getTime() - days * DAY
  if (oldestOfNewest === null) return new Date(tooOld)
  const spared = now.getTime() - (FLOODED.includes(kind) ? 0 : RETENTION[kind].least.days * DAY)
  return new Date(Math.max(tooOld, Math.min(oldestOfNewest.getTime(), spared)))
}

/** The part of a table's bytes that some of its rows take, where all are taken for equally long. */
export function shareOf(bytes: number, rows: number, allRows: number): number {
  return allRows === 0 ? bytes : Math.round((bytes * rows) / allRows)
}
