import { agoOf } from './due.rules'

/**
 * Remembers failures for a while, so that failing work is not repeated for every caller.
 * @param dependencies.keptMs how long a failure is remembered, in milliseconds
 * @param dependencies.limit maximum number of failures remembered; the oldest are dropped first
 */
export function createRecentFailures({
  clock,
  keptMs,
  limit = 1_000,
}: {
  clock: () => Date
  keptMs: number
  limit?: number
}) {
  const failures = new Map<string, { at: Date; error: unknown }>()

  /** @throws what the work throws, or threw recently */
  return async function unlessFailed<T>(key: string, work: () => Promise<T>): Promise<T> {
    const failed = failures.get(key)
    if (failed !== undefined && agoOf(failed.at, clock()) < keptMs) throw failed.error
    failures.delete(key)
    try {
      return await work()
    } catch (error) {
      failures.set(key, { at: clock(), error })
      const [oldest] = failures.keys()
      if (failures.size > limit && oldest !== undefined) failures.delete(oldest)
      throw error
    }
  }
}
