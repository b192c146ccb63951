import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asinOf } from '#scripts/lib/demo-data'
import { looksRight } from './support/looks'
import { ADMINISTRATOR, newcomer } from './support/people'
import { requested } from './support/requests-page'
import { result } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const waiting = await useSharedDemos('waiting')
const BOOK = 'The Nettle Throne'

/** Presses Tab until an element of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.locator(':focus').and(page.getByLabel(name, { exact: true }))
  for (let stop = 0; stop < 40; stop += 1) {
    if ((await wanted.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never reaches ${name}`)
}

describe.each(BOTH)('wishes at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  const come = (as: { username: string; password: string }) => visit({ url, device, as })

  it('are sent with a request from a search result, by keyboard alone, and appear in the list', async () => {
    const asker = await newcomer(url, 'wisher', 'untrusted')
    const { page, goTo } = await come(asker)
    const press = (key: string) => page.keyboard.press(key)
    await goTo('search?q=nettle')
    await appears(result(page, BOOK).card)
    const opener = page.getByRole('button', { name: `Request with wishes: ${BOOK}` })
    await opener.focus()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Request with wishes' })
    await appears(dialog.getByLabel('Narrator'))
    await looksRight(page, 'a request with wishes')
    await press('Escape')
    await disappears(dialog)
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)

    await press('Enter')
    await appears(dialog)
    await tabTo(page, 'Narrator')
    await page.keyboard.type('June Hart')
    await tabTo(page, 'Largest size in MB')
    await page.keyboard.type('900')
    await tabTo(page, 'Unabridged only')
    await press('Space')
    await tabTo(page, 'Note for administrators')
    await page.keyboard.type('The one with the foghorn')
    await press('Tab')
    await press('Enter')
    await expectToast(page, `Requested: ${BOOK}`)
    await disappears(dialog)
    await appears(result(page, BOOK).card.getByText('Requested', { exact: true }))
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

    await goTo('requests')
    const WISHES = 'narrated by June Hart, unabridged, at most 900 MB. Note: The one with the foghorn'
    await appears(requested(page, BOOK).getByText(`Wishes: ${WISHES}`))
    await looksRight(page, 'a list with wishes')
    await goTo(`book/${asinOf(BOOK)}`)
    await appears(page.getByRole('listitem').filter({ hasText: 'Requested by' }).getByText(WISHES).first())
  })

  it('are joined by others, changed on the page of the book, and read by administrators', async () => {
    const [asker, joiner] = [await newcomer(url, 'first'), await newcomer(url, 'second')]
    const first = await come(asker)
    await first.goTo(`book/${asinOf('The Salt Lantern')}`)
    await first.page.getByText('Request with wishes', { exact: true }).click()
    await first.page.getByLabel('Narrator').fill('June Hart')
    await looksRight(first.page, 'wishes on the page of a book')
    await first.page.getByRole('button', { name: 'Request', exact: true }).click()
    await appears(first.page.getByText('Wishes: narrated by June Hart').first())

    const second = await come(joiner)
    await second.goTo(`book/${asinOf('The Salt Lantern')}`)
    await second.page.getByRole('button', { name: 'I want this too: The Salt Lantern' }).click()
    await second.page.getByText('Add wishes', { exact: true }).click()
    await second.page.getByLabel('Narrator').fill('Somebody Else')
    await second.page.getByRole('button', { name: 'Save wishes' }).click()
    await appears(
      second.page.getByText(/^Not counted, because the book was approved without them: narrated by/),
    )
    await appears(second.page.getByRole('listitem').filter({ hasText: 'Wishes changed by' }).first())
    await looksRight(second.page, 'wishes that gave way')

    const admin = await come(ADMINISTRATOR)
    await admin.goTo(`requests?user=${asker.username}`)
    await appears(requested(admin.page, 'The Salt Lantern').getByText(/^Wishes: .*June Hart.*Somebody Else/))
  })
})
