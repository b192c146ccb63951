import { agoOf } from '#server/async/due.rules'

/** Minimum milliseconds between writes of the time of last use: one minute. */
export const USE_RESOLUTION = 60_000

/** Whether a stored time of last use is old enough to be updated. */
export function isUseOutdated(lastUsedAt: Date | null, now: Date, resolution = USE_RESOLUTION): boolean {
  return agoOf(lastUsedAt, now) >= resolution
}

/**
 * How often to record the use of a session: more often if sessions are short, because a session in use must
 * not end.
 * @param lifetime milliseconds for which an unused session lasts.
 * @returns milliseconds.
 */
export function sessionUseResolution(lifetime: number): number {
  return Math.min(USE_RESOLUTION, lifetime / 4)
}

/** When a session ends: at the time set at its last use, or earlier if the setting has been shortened since. */
export function sessionEnd(session: { lastSeenAt: Date; expiresAt: Date }, lifetime: number): Date {
  return new Date(Math.min(session.expiresAt.getTime(), session.lastSeenAt.getTime() + lifetime))
}
