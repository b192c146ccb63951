import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { looksRight } from './support/looks'
import { heading, openSection } from './support/pages'
import { ADMINISTRATOR, newcomer } from './support/people'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })

async function answer(page: Page, by: 'Keep editing' | 'Discard changes'): Promise<void> {
  await question(page).getByRole('button', { name: by }).click()
  await disappears(question(page))
}

describe.each(BOTH)('unsaved input at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('is asked about before leaving for another page, going back, and reloading', async () => {
    const login = await newcomer(url, 'writer')
    const { page, goTo, where } = await visit({ url, device, as: login })
    await goTo('requests')
    await appears(heading(page, 'Requests'))
    await goTo('requests/new')
    const title = page.getByLabel('Title (required)')
    await title.fill('Sand')

    await openSectionUnanswered(page)
    await appears(question(page))
    await looksRight(page, 'the question')
    await answer(page, 'Keep editing')
    expect(await title.inputValue()).toBe('Sand')
    expect(where()).toBe('/requests/new')

    page.once('dialog', (dialog) => void dialog.dismiss())
    const dialog = page.waitForEvent('dialog')
    await page.evaluate(() => window.location.reload())
    expect((await dialog).type()).toBe('beforeunload')
    expect(await title.inputValue()).toBe('Sand')

    await openSectionUnanswered(page)
    await answer(page, 'Discard changes')
    await appears(heading(page, 'Requests'))
  })

  it('survives going back twice, as people do to dismiss the question', async () => {
    const login = await newcomer(url, 'writer')
    const { page, goTo, where } = await visit({ url, device, as: login })
    await goTo('search')
    await openSection(page, 'Settings')
    await openSection(page, 'Requests')
    await page.getByRole('main').getByRole('button', { name: 'Request by hand' }).click()
    const title = page.getByLabel('Title (required)')
    await title.fill('Sand')
    await page.evaluate(() => window.history.back())
    await appears(question(page))
    await page.evaluate(() => window.history.back())
    await disappears(question(page))
    await expect.poll(() => where()).toBe('/requests/new')
    expect(await title.inputValue()).toBe('Sand')

    await page.evaluate(() => window.history.back())
    await answer(page, 'Discard changes')
    await appears(heading(page, 'Requests'))
    await expect.poll(() => where()).toBe('/requests')
  })

  it('is asked about before its dialog closes, and the focus stays where it was', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add user' })
    const name = dialog.getByLabel('Username')
    await name.fill('lea')
    await page.keyboard.press('Escape')
    await appears(question(page))
    await page.keyboard.press('Escape')
    await disappears(question(page))
    expect(await name.inputValue()).toBe('lea')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await answer(page, 'Keep editing')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await answer(page, 'Discard changes')
    await disappears(dialog)
  })

  it('shows complaints until it is corrected', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR, refusals: [409] })
    await goTo('settings/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add user' })
    await dialog.getByRole('textbox', { name: 'Username' }).fill(ADMINISTRATOR.username)
    await dialog.getByLabel('Password', { exact: true }).fill('short')
    await dialog.getByRole('button', { name: 'Add user' }).click()
    const tooShort = dialog.locator('[id$="-error"]').filter({ hasText: /At least \d+ characters/ })
    await appears(tooShort)
    await dialog.getByLabel('Password', { exact: true }).fill('a lantern by the sea')
    await disappears(tooShort)

    await dialog.getByRole('button', { name: 'Add user' }).click()
    const taken = dialog.locator('[id$="-error"]')
    await appears(taken)
    await dialog.getByRole('textbox', { name: 'Username' }).fill('somebody-else')
    await disappears(taken)
  })
})

/** Selects a part of the app; the question may open first. */
async function openSectionUnanswered(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click()
  await appears(question(page))
}
