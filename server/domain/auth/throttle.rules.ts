import { agoOf } from '#server/async/due.rules'

/** Wrong attempts that cause no delay. */
const FREE_ATTEMPTS = 5
/** The same for an address that everyone shares: an untrusted proxy. */
export const SHARED_FREE_ATTEMPTS = 100
/** The same for all of a user's browsers at one address together. */
export const DEVICE_FREE_ATTEMPTS = 20
/** Longest delay, in milliseconds: no one is ever locked out for good. */
const MAX_DELAY = 60_000
/** Milliseconds without a wrong attempt after which the count restarts. */
export const COUNT_LIFETIME = 15 * 60_000

/** Wrong attempts against one user or from one address. */
export interface Failures {
  count: number
  lastAt: Date
  /** How many of them cause no delay; by default, the number for one person. */
  freeAttempts?: number
}

/**
 * The delay after a wrong attempt: one second after the fifth, doubling each time, up to a minute.
 * @param freeAttempts how many attempts cause no delay.
 * @returns milliseconds.
 */
export function delayAfter(count: number, freeAttempts = FREE_ATTEMPTS): number {
  return count < freeAttempts ? 0 : Math.min(1000 * 2 ** (count - freeAttempts), MAX_DELAY)
}

/** Milliseconds until all of these counts allow an attempt; 0 if they do now. */
export function waitOf(failures: readonly Failures[], now: Date): number {
  const waits = failures
    .map(({ lastAt, ...failed }) => ({ ...failed, ago: agoOf(lastAt, now) }))
    .filter(({ ago }) => ago < COUNT_LIFETIME)
    .map(({ count, ago, freeAttempts }) => delayAfter(count, freeAttempts) - ago)
  return Math.max(0, ...waits)
}
