import type { Page } from 'playwright-core'
import { disappears } from './seeing'

/** A book in the list of requests: a row on a desktop, a card on a phone. */
export function requested(page: Page, title: string) {
  return page.getByRole('main').locator('tbody tr, li').filter({ hasText: title })
}

/** Withdraws a request, confirming in place. */
export async function withdraw(page: Page, title: string): Promise<void> {
  const entry = requested(page, title)
  await entry.getByRole('button', { name: `Withdraw the request for ${title}` }).click()
  await entry.getByRole('button', { name: 'Withdraw this request?' }).click()
  await disappears(entry)
}

/** The same if a request has more actions, as for administrators. */
export async function withdrawByMenu(page: Page, title: string): Promise<void> {
  const entry = requested(page, title)
  await entry.getByRole('button', { name: `More actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw this request?' }).click()
  await disappears(entry)
}
