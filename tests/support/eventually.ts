import { vi } from 'vitest'
import { UNTIL_TRUE_MS } from './limits'

/**
 * Repeats an assertion until it holds. For hooks and fixtures, where `expect.poll` does not work, and for assertions
 * that do something first.
 * @returns what the assertion returned.
 * @throws what it threw last, once the limit of all waits is over.
 */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: UNTIL_TRUE_MS, interval: 50 })
}
