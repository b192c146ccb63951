import { gt, isNull, lte, or, type Column, type SQL } from 'drizzle-orm'
import { LATEST_LEASE } from '#server/async/due.rules'

/**
 * Whether a stored time has come. One further ahead than it could have been planned was stored while the clock was wrong,
 * and has come too; `isAhead` says the same of one that was read.
 * @param longest milliseconds: nothing of its kind is planned further ahead.
 */
export function hasCome(column: Column, now: Date, longest: number): SQL | undefined {
  return or(lte(column, now), gt(column, new Date(now.getTime() + longest)))
}

/** Whether no one holds a lease. @param until when it ends. */
export function isLeaseFree(until: Column, now: Date): SQL | undefined {
  return or(isNull(until), hasCome(until, now, LATEST_LEASE))
}
