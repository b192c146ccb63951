import type { Locator } from 'playwright-core'

/** Waits until it can be seen; its absence fails the test. */
export function appears(what: Locator): Promise<void> {
  return what.waitFor({ state: 'visible' })
}

/** Waits until it cannot be seen any more. */
export function disappears(what: Locator): Promise<void> {
  return what.waitFor({ state: 'hidden' })
}
