import type { Locator } from 'playwright-core'

/** Waits until it is visible; fails the test if it never is. */
export function appears(what: Locator): Promise<void> {
  return what.waitFor({ state: 'visible' })
}

/** Waits until it is no longer visible. */
export function disappears(what: Locator): Promise<void> {
  return what.waitFor({ state: 'hidden' })
}
