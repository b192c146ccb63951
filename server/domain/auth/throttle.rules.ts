/** Wrong tries that cost nothing but themselves. */
const FREE_TRIES = 5
/** The same for an address behind which everybody is: a proxy whose headers do not count. */
export const SHARED_FREE_TRIES = 100
/** The same for all browsers in which one user signed in, as seen from one address. */
export const DEVICE_FREE_TRIES = 20
/** Longest delay, in milliseconds: nobody is ever locked out for good. */
const MAX_DELAY = 60_000
/** Without another wrong try for so long, in milliseconds, the count starts again. */
export const COUNT_LIFETIME = 15 * 60_000

/** Wrong tries of one user or one address. */
export interface Failures {
  count: number
  lastAt: Date
  /** How many of them cost nothing; that of one person where it is left out. */
  freeTries?: number
}

/**
 * How long after the last wrong try the next one has to wait: one second after the fifth, then twice as long
 * each time, up to a minute.
 * @param freeTries how many tries cost nothing.
 * @returns milliseconds.
 */
export function delayAfter(count: number, freeTries = FREE_TRIES): number {
  return count < freeTries ? 0 : Math.min(1000 * 2 ** (count - freeTries), MAX_DELAY)
}

/** Milliseconds until a try is allowed under all of these counts; 0 when it is now. */
export function waitOf(failures: readonly Failures[], now: Date): number {
  const waits = failures
    .filter(({ lastAt }) => now.getTime() - lastAt.getTime() < COUNT_LIFETIME)
    .map(({ count, lastAt, freeTries }) => lastAt.getTime() + delayAfter(count, freeTries) - now.getTime())
  return Math.max(0, ...waits)
}
