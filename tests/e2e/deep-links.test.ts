import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asinOf } from '#scripts/lib/demo-data'
import { heading, openSection } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer } from './support/people'
import { requested } from './support/requests-page'
import { result } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { EVERYWHERE } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

describe.each(EVERYWHERE)('addresses at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('survive deep links, reloads, and going back and forth', async () => {
    const { page, goTo, where } = await visit({ url, device, as: await newcomer(url, 'linked') })
    await goTo('search?q=lantern&region=uk')
    await appears(result(page, 'The Salt Lantern').card)
    await page.reload()
    await appears(result(page, 'The Salt Lantern').card)
    expect(where()).toBe('/search?q=lantern&region=uk')

    await openSection(page, 'Requests')
    await appears(heading(page, 'Requests'))
    expect(where()).toBe('/requests')
    await page.goBack()
    await appears(result(page, 'The Salt Lantern').card)
    expect(where()).toBe('/search?q=lantern&region=uk')
    await page.goForward()
    await appears(heading(page, 'Requests'))
  })

  it('keep the filter and order of the list of requests, for returning visitors and for others', async () => {
    const asker = await newcomer(url, 'filtered')
    for (const title of ['The Salt Lantern', 'Winterglass']) {
      await callAs(url, asker, 'POST', `api/requests/${asinOf(title)}`)
    }
    const shows = async (page: Page) => {
      await appears(requested(page, 'The Salt Lantern'))
      await disappears(requested(page, 'Winterglass'))
    }
    const { page, goTo, where } = await visit({ url, device, as: asker })
    await goTo('requests')
    await page.getByRole('tab', { name: /^Waiting/ }).click()
    await page.getByLabel('Sort by').selectOption({ label: 'Title' })
    await page.getByRole('button', { name: /^Ascending/ }).click()
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('lantern')
    const address = '/requests?status=waiting&q=lantern&sort=title&order=desc'
    await expect.poll(() => where()).toBe(address)
    await shows(page)

    await page.reload()
    await shows(page)
    await requested(page, 'The Salt Lantern').getByRole('link').first().click()
    await appears(heading(page, 'The Salt Lantern'))
    await page.goBack()
    await shows(page)
    expect(where()).toBe(address)

    const other = await visit({ url, device, as: ADMINISTRATOR })
    await other.goTo(`${address.slice(1)}&user=${asker.username}`)
    await shows(other.page)
    await appears(other.page.getByRole('button', { name: /^Descending/ }))
  })

  it('lead to Discover from the top, with and without a slash at the end', async () => {
    const { page, where } = await visit({ url, device, as: await newcomer(url, 'topped') })
    for (const address of [url, url.replace(/\/$/, '')]) {
      await page.goto(address)
      await appears(heading(page, 'Discover'))
      expect(where()).toBe('/')
    }
  })

  it('say that a page does not exist, and lead back', async () => {
    const { page, goTo, where } = await visit({ url, device, as: await newcomer(url, 'lost') })
    await goTo('no/such/page')
    await appears(heading(page, 'Page not found'))
    expect(where()).toBe('/no/such/page')
    await page.getByRole('button', { name: 'Go to Discover' }).click()
    await appears(heading(page, 'Discover'))
  })
})
