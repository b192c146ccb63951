/**
 * Whether a stored time is still ahead. A clock that was wrong leaves times in the future which nothing would reach for
 * as long as it was ahead: one further away than it could ever have been planned has passed.
 * @param longest milliseconds: nothing of its kind is planned further ahead.
 */
export function isAhead(at: Date | null, now: Date, longest: number): boolean {
  if (at === null) return false
  const wait = at.getTime() - now.getTime()
  return wait > 0 && wait <= longest
}

/**
 * The furthest ahead that a lease can end, in milliseconds, whatever the clocks of instances: one that ends later was
 * taken while a clock was wrong.
 */
export const LATEST_LEASE = 10 * 60_000

/** How far apart the clocks of instances may be, in milliseconds. */
export const CLOCK_SKEW = 60_000

/**
 * Milliseconds since a stored time. One in the future was stored while the clock was ahead, and counts as long ago:
 * what is done at intervals is done again at once. One just ahead is another instance's.
 */
export function agoOf(at: Date | null, now: Date): number {
  if (at === null) return Number.POSITIVE_INFINITY
  const ago = now.getTime() - at.getTime()
  return ago < -CLOCK_SKEW ? Number.POSITIVE_INFINITY : Math.max(ago, 0)
}
