/** Minimum milliseconds between writes of the time of use: once a minute. */
export const USE_RESOLUTION = 60_000

/** Whether a stored time of use is old enough to be written again. */
export function isUseOutdated(lastUsedAt: Date | null, now: Date, resolution = USE_RESOLUTION): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= resolution
}

/**
 * How often to record the use of a session: more often if sessions are short, as one in use must not end.
 * @param lifetime of an unused session. @returns milliseconds, like everything here.
 */
export function sessionUseResolution(lifetime: number): number {
  return Math.min(USE_RESOLUTION, lifetime / 4)
}

/** When a session ends: at the time set at its last use, or earlier if the setting has been shortened since. */
export function sessionEnd(session: { lastSeenAt: Date; expiresAt: Date }, lifetime: number): Date {
  return new Date(Math.min(session.expiresAt.getTime(), session.lastSeenAt.getTime() + lifetime))
}
