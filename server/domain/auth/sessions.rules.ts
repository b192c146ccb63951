/** A session ends so long after it was last used, in milliseconds: 30 days. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60_000

/** Times of use are written at most so often, in milliseconds: once a minute. */
export const USE_RESOLUTION = 60_000

/** Whether a stored time of use is old enough to be written again. */
export function isUseOutdated(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_RESOLUTION
}
