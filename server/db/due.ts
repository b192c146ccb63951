import { gt, lte, or, type SQL } from 'drizzle-orm'
import type { Column } from 'drizzle-orm'

/**
 * Whether a stored time has come. One further ahead than it could have been planned was stored while the clock was wrong,
 * and has come too; `isAhead` says the same of one that was read.
 * @param longest milliseconds: nothing of its kind is planned further ahead.
 */
export function hasCome(column: Column, now: Date, longest: number): SQL | undefined {
  return or(lte(column, now), gt(column, new Date(now.getTime() + longest)))
}
