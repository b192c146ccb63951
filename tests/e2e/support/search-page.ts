import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appears } from './seeing'

export const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search audiobooks' })
export const suggestions = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** Types words into the search and submits them. */
export async function searchFor(page: Page, words: string): Promise<void> {
  await searchField(page).fill(words)
  await searchField(page).press('Enter')
}

/** A book among the results. */
export function result(page: Page, title: string) {
  const card = page.getByRole('article', { name: title, exact: true })
  return {
    card,
    requestButton: card
      .getByRole('button', { name: `Request ${title}` })
      .or(card.getByRole('button', { name: `I want this too: ${title}` })),
    withdrawButton: card.getByRole('button', { name: `Withdraw the request for ${title}` }),
    /** Its cover, once it has loaded as a picture. */
    coverIsDrawn: () =>
      expect
        .poll(() =>
          card.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
        )
        .toBeGreaterThan(0),
  }
}

/** Requests a book from the results, and waits until the server has stored it. */
export async function request(page: Page, title: string): Promise<void> {
  const { requestButton, card } = result(page, title)
  await requestButton.click()
  await appears(card.getByText('Requested', { exact: true }))
  await expect.poll(() => card.locator('[aria-busy="true"]').count()).toBe(0)
}
