import { describe, expect, it } from 'vitest'
import { heading } from './support/pages'
import { newcomer } from './support/people'
import { requested } from './support/requests-page'
import { request, result, searchField, searchFor, suggestions } from './support/search-page'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

/** Sold only in Germany, while the server's own region is the United States. */
const BOOK = 'Nur hier: Ein Hörspiel'

describe.each(BOTH)('the region at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('travels from the search to the request and back', async () => {
    const { page, goTo, where } = await visit({ url, device, as: await newcomer(url, 'abroad') })
    await goTo('search?q=Nur+hier')
    await appears(page.getByText(/^Nothing found for|^Results for/).first())
    expect(await result(page, BOOK).card.count()).toBe(0)

    await page.getByRole('combobox', { name: 'Catalogue region' }).selectOption({ label: 'Germany' })
    await appears(result(page, BOOK).card)
    expect(where()).toBe('/search?q=Nur+hier&region=de')
    await searchField(page).fill('Nur hi')
    await appears(suggestions(page).filter({ hasText: BOOK }).first())
    await searchFor(page, 'Nur hier Hörspiel')
    await request(page, BOOK)

    await goTo('requests')
    await requested(page, BOOK).getByRole('link').click()
    await appears(heading(page, BOOK))
    await appears(page.getByRole('button', { name: `Withdraw the request for ${BOOK}` }))
  })
})
