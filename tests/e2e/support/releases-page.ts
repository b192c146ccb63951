import type { Page } from 'playwright-core'

/** The visible releases: rows of a table, or cards on a phone. */
export const releases = (page: Page) =>
  page
    .getByRole('row')
    .or(page.getByRole('article'))
    .filter({ has: page.getByRole('heading', { level: 3 }) })

/** Chooses an item from a release's menu. */
export async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
