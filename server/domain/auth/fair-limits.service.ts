import { FAIR_LIMITS, LIMIT_SPAN, type LimitedAction } from '#contract/fair-limits'
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

  return {
    /**
     * Counts one call; refused calls count too.
     * @throws AppError `too_many_calls` with Retry-After in seconds.
     */
    async admit(userId: string, action: LimitedAction): Promise<void> {
      const now = clock()
      const span = Math.floor(now.getTime() / LIMIT_SPAN)
      const key = digest(`limit\n${action}\n${userId}\n${span}`)
      const taken = await repository.take(key, now, new Date(now.getTime() - COUNT_LIFETIME))
      const { times } = FAIR_LIMITS[action]
      if (taken <= times) return
      const seconds = Math.ceil(((span + 1) * LIMIT_SPAN - now.getTime()) / 1000)
      const headers = { 'retry-after': String(seconds) }
      throw tooManyCalls({ why: action, n: Math.ceil(seconds / 60) }, { headers })
    },
  }
}
