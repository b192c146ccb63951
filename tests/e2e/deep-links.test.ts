import { describe, expect, it } from 'vitest'
import { heading, openSection } from './support/pages'
import { newcomer } from './support/people'
import { result } from './support/search-page'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { EVERYWHERE } from './support/surroundings'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

describe.each(EVERYWHERE)('addresses at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('keep their place through a deep link, a reload, and back and forth', async () => {
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

  it('lead to Discover from the top, with and without a slash at the end', async () => {
    const { page, where } = await visit({ url, device, as: await newcomer(url, 'topped') })
    for (const address of [url, url.replace(/\/$/, '')]) {
      await page.goto(address)
      await appears(heading(page, 'Discover'))
      expect(where()).toBe('/')
    }
  })

  it('say so where there is no page, and lead back', async () => {
    const { page, goTo, where } = await visit({ url, device, as: await newcomer(url, 'lost') })
    await goTo('no/such/page')
    await appears(heading(page, 'Page not found'))
    expect(where()).toBe('/no/such/page')
    await page.getByRole('button', { name: 'Go to Discover' }).click()
    await appears(heading(page, 'Discover'))
  })
})
