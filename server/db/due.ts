import { gt, isNull, lte, or, type Column, type SQL } from 'drizzle-orm'
import { CLOCK_SKEW, LATEST_LEASE } from '#server/async/due.rules'

/**
 * Whether a stored time has come. One further ahead than it could have been planned was stored while the clock was wrong,
 * and has come too; `isAhead` says the same of one that was read.
 * @param longest milliseconds: nothing of its kind is planned further ahead.
 */
export function hasCome(column: Column, now: Date, longest: number): SQL | undefined {
  return or(lte(column, now), gt(column, new Date(now.getTime() + longest)))
}

/**
 * Whether a stored time lies before another. One in the future was stored while the clock was wrong and does, too;
 * `agoOf` says the same of one that was read.
 */
export function wasBefore(column: Column, time: Date, now: Date): SQL | undefined {
  return or(lte(column, time), gt(column, new Date(now.getTime() + CLOCK_SKEW)))
}

/** Whether no one holds a lease. @param until when it ends. */
export function isLeaseFree(until: Column, now: Date): SQL | undefined {
  return or(isNull(until), hasCome(until, now, LATEST_LEASE))
}
