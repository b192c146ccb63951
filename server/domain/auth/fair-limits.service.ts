import { FAIR_LIMITS, LIMIT_SPAN, type LimitedAction } from '#contract/fair-limits'
import type { AppError } from '#server/errors/app-error'
import { tooManyCalls } from './auth.errors'
import type { ThrottleRepository } from './throttle.repository'
import { COUNT_LIFETIME } from './throttle.rules'

/**
 * Limits expensive calls per person and kind, across all instances that share the database. Each time window
 * has its own count, so that people can continue after a wait.
 */
export function createFairLimits(dependencies: {
  repository: Pick<ThrottleRepository, 'take'>
  digest: (text: string) => string
  clock: () => Date
}) {
  const { repository, digest, clock } = dependencies

  /**
   * Counts what one call does; refused calls count too.
   * @param wanted the number of books, or the like, that the call is about.
   * @returns how many of them are within the limit, and the error for the others: `too_many_calls` with Retry-After in
   *   seconds.
   */
  async function admitMany(
    userId: string,
    action: LimitedAction,
    wanted: number,
  ): Promise<{ admitted: number; refusal: AppError }> {
    const now = clock()
    const span = Math.floor(now.getTime() / LIMIT_SPAN)
    const key = digest(`limit\n${action}\n${userId}\n${span}`)
    const taken = await repository.take(key, wanted, now, new Date(now.getTime() - COUNT_LIFETIME))
    const left = FAIR_LIMITS[action].times - (taken - wanted)
    const seconds = Math.ceil(((span + 1) * LIMIT_SPAN - now.getTime()) / 1000)
    const headers = { 'retry-after': String(seconds) }
    const refusal = tooManyCalls({ why: action, n: Math.ceil(seconds / 60) }, { headers })
    return { admitted: Math.max(0, Math.min(wanted, left)), refusal }
  }

  return {
    admitMany,
    /** The same for one. @throws AppError `too_many_calls`. */
    async admit(userId: string, action: LimitedAction): Promise<void> {
      const { admitted, refusal } = await admitMany(userId, action, 1)
      if (admitted < 1) throw refusal
    },
  }
}
