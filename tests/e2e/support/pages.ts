import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appears } from './seeing'

/** A main part of the app, by its navigation: at the top of a desktop, at the bottom of a phone. */
export async function openSection(
  page: Page,
  name: 'Discover' | 'Search' | 'Requests' | 'Settings',
): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await link.click()
  // The page before stays until the next one is there.
  await expect.poll(() => link.getAttribute('aria-current')).toBeOneOf(['page', 'true'])
}

/** The heading of the page that is shown. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A short message about what an action led to. */
export const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })

/** Fills the sign-in form and sends it. */
export async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs out by the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await appears(heading(page, 'Sign in'))
}
