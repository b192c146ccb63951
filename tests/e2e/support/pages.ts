import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appears } from './seeing'

/** A main part of the app in its navigation: at the top on a desktop, at the bottom on a phone. */
export async function openSection(
  page: Page,
  name: 'Discover' | 'Search' | 'Requests' | 'Settings',
): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await link.click()
  // The previous page stays until the next one is ready.
  await expect.poll(() => link.getAttribute('aria-current')).toBeOneOf(['page', 'true'])
}

/** The heading of the current page. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A short message about the result of an action. */
export const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })

/**
 * Waits for a message and closes it: on a phone it may cover what is clicked next, and it stays as long as the pointer
 * is on it.
 */
export const dismissToast = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Dismiss this message' }).click()

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs out through the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await appears(heading(page, 'Sign in'))
}
