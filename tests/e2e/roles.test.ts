import { describe, expect, it } from 'vitest'
import { heading, openSection } from './support/pages'
import { newcomer } from './support/people'
import { requested } from './support/requests-page'
import { request, result, searchFor } from './support/search-page'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

describe.each(BOTH)('someone who is not trusted yet at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('requests a book, which waits for approval, and sees no one else’s requests', async () => {
    const { page, goTo } = await visit({ url, device, as: await newcomer(url, 'guest', 'untrusted') })
    await goTo('requests')
    await appears(page.getByRole('heading', { name: 'No requests yet' }))

    await searchFor(page, 'Thornborn')
    await request(page, 'Thornborn')
    await appears(result(page, 'Thornborn').card.getByText('Waiting for approval').filter({ visible: true }))
    await openSection(page, 'Requests')
    await appears(requested(page, 'Thornborn').getByText('Waiting for approval'))
    expect(await page.getByRole('button', { name: /^Withdraw the request/ }).count()).toBe(1)
  })

  it('finds only their own settings', async () => {
    const { page, goTo, where } = await visit({
      url,
      device,
      as: await newcomer(url, 'curious', 'untrusted'),
    })
    await goTo('settings/notifications')
    await appears(heading(page, 'Page not found'))
    expect(where()).toBe('/settings/notifications')
    await openSection(page, 'Settings')
    await appears(page.getByRole('link', { name: /^Account/ }))
    for (const name of [/^Users/, /^Security/, /^Sign-ins/, /^Notifications/])
      expect(await page.getByRole('link', { name }).count()).toBe(0)
  })
})
