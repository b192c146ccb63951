/** Times of use are written at most so often, in milliseconds: once a minute. */
export const USE_RESOLUTION = 60_000

/** Whether a stored time of use is old enough to be written again. */
export function isUseOutdated(lastUsedAt: Date | null, now: Date, resolution = USE_RESOLUTION): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= resolution
}

/**
 * How often the use of a session is written down: where sessions are short more often than usual, as one in
 * use must not end.
 * @param lifetime of a session without use. @returns milliseconds, like everything here.
 */
export function sessionUseResolution(lifetime: number): number {
  return Math.min(USE_RESOLUTION, lifetime / 4)
}

/**
 * When a session is over: at the time that was set at its last use, or earlier where the setting has become
 * shorter since.
 */
export function sessionEnd(session: { lastSeenAt: Date; expiresAt: Date }, lifetime: number): Date {
  return new Date(Math.min(session.expiresAt.getTime(), session.lastSeenAt.getTime() + lifetime))
}
