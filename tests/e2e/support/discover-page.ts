import type { Page } from 'playwright-core'

/** A row of covers, by its heading. */
export const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The cover of a book in a row. */
export const cover = (page: Page, name: string, title: string) =>
  row(page, name)
    .getByRole('listitem')
    .filter({ has: page.getByTitle(title, { exact: true }) })
