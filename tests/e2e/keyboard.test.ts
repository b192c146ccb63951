import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useOwnDemo } from './support/demo'
import { heading } from './support/pages'
import { requested } from './support/requests-page'
import { result, searchField, suggestions } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { visit } from './support/visitor'

const BOOK = 'The Moth Cartographer'

/** Presses Tab until an element has the focus; the longest page has fewer stops. */
async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const wanted = page
    .locator(':focus')
    .and(
      page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .or(page.getByRole('radio', { name }))
        .or(page.getByRole('textbox', { name })),
    )
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press(key)
    if ((await wanted.count()) > 0) return
  }
  throw new Error(`The Tab key never reaches ${String(name)}`)
}

/** Waits until the element has the focus. */
async function hasFocus(what: Locator): Promise<void> {
  await expect.poll(() => what.evaluate((element) => element === document.activeElement)).toBe(true)
}

describe('with only the keyboard', () => {
  const demo = useOwnDemo({ filled: false })

  it('a person sets up, searches, requests, withdraws and signs out', async () => {
    // A list may be refetched at the moment of signing out.
    const { page, goTo } = await visit({ url: demo().url, device: 'desktop', refusals: [401] })
    const press = (key: string) => page.keyboard.press(key)
    await goTo()
    await appears(heading(page, 'Welcome to Earmark'))
    await tabTo(page, 'Sign-in page')
    await tabTo(page, 'Username')
    await page.keyboard.type('Rosa')
    await tabTo(page, /^Password$/)
    await page.keyboard.type('a lantern by the sea')
    await tabTo(page, 'Confirm password')
    await page.keyboard.type('a lantern by the sea')
    await press('Enter')
    await appears(heading(page, 'Region and languages'))
    await tabTo(page, 'Finish later')
    await press('Enter')
    await appears(heading(page, 'Discover'))

    await press('/')
    await page.keyboard.type('moth carto')
    await appears(suggestions(page).filter({ hasText: BOOK }))
    await press('Enter')
    await appears(result(page, BOOK).card)
    await tabTo(page, `Request ${BOOK}`)
    await press('Enter')
    await hasFocus(result(page, BOOK).withdrawButton)

    await tabTo(page, 'Requests', 'Shift+Tab')
    await press('Enter')
    await appears(heading(page, 'Requests'))
    await appears(requested(page, BOOK))
    const menu = page.getByRole('button', { name: `More actions for ${BOOK}` })
    const question = page.getByRole('menuitem', { name: 'Withdraw this request?' })
    const withdraw = async () => {
      await press('Enter')
      await appears(page.getByRole('menuitem', { name: 'Withdraw' }))
      await press('End')
      await press('Enter')
      await hasFocus(question)
      await appears(page.getByRole('status').filter({ hasText: 'Withdraw this request?' }))
    }
    await tabTo(page, `More actions for ${BOOK}`)
    await withdraw()
    await press('Escape')
    await hasFocus(menu)
    await withdraw()
    await press('Enter')
    await disappears(requested(page, BOOK))
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

    await press('/')
    await hasFocus(searchField(page))
    await tabTo(page, 'Account: Rosa')
    await press('Enter')
    await appears(page.getByRole('menuitem', { name: 'Sign out' }))
    await press('End')
    await press('Enter')
    await appears(heading(page, 'Sign in'))
  })
})
