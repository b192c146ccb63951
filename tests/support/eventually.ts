import { vi } from 'vitest'
import { UNTIL_TRUE_MS } from './limits'

/**
 * Repeats an assertion until it passes. For hooks, fixtures and helpers of tests that run at the same time, where
 * `expect.poll` does not work, and for assertions that do something before they check.
 * @returns what the assertion returned.
 * @throws its last error, once the common time limit has passed.
 */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: UNTIL_TRUE_MS, interval: 50 })
}
