/** Wrong tries that cost nothing but themselves. */
export const FREE_TRIES = 5
/** Longest delay, in milliseconds: nobody is ever locked out for good. */
export const MAX_DELAY = 60_000
/** Without another wrong try for so long, in milliseconds, the count starts anew. */
export const COUNT_LIFETIME = 15 * 60_000

/** Wrong tries of one user or one address. */
export interface Failures {
  count: number
  lastAt: Date
}

/**
 * How long after the last wrong try the next one has to wait: one second after the fifth, then twice as long
 * each time, up to a minute.
 * @returns milliseconds.
 */
export function delayAfter(count: number): number {
  return count < FREE_TRIES ? 0 : Math.min(1000 * 2 ** (count - FREE_TRIES), MAX_DELAY)
}

/** Milliseconds until a try is allowed under all of these counts; 0 when it is now. */
export function waitOf(failures: readonly Failures[], now: Date): number {
  const waits = failures
    .filter(({ lastAt }) => now.getTime() - lastAt.getTime() < COUNT_LIFETIME)
    .map(({ count, lastAt }) => lastAt.getTime() + delayAfter(count) - now.getTime())
  return Math.max(0, ...waits)
}
