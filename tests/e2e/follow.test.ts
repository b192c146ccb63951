import { describe, expect, it } from 'vitest'
import { seriesAsin } from '#fakes/catalogue/series'
import { looksRight } from './support/looks'
import { heading, toast } from './support/pages'
import { newcomer } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/surroundings'
import { visit } from './support/visitor'

const demos = await useSharedDemos('waiting')

describe.each(BOTH)('following at $base on a $device', ({ base, device }) => {
  const { url } = demos[base]

  it('begins on the page of a series, and ends there', async () => {
    const { page, goTo } = await visit({ url, device, as: await newcomer(url, 'follows') })
    await goTo(`series/${seriesAsin('The Lantern Roads')}`)
    await page.getByRole('button', { name: 'Follow The Lantern Roads' }).press('Enter')
    await appears(toast(page, 'You follow The Lantern Roads.'))
    await page.getByRole('checkbox', { name: 'Request new books for me' }).press('Space')
    await appears(toast(page, 'New books of The Lantern Roads will be requested for you.'))
    await looksRight(page, 'a series that is followed')
    await page.getByRole('button', { name: 'Unfollow The Lantern Roads' }).click()
    await appears(page.getByRole('button', { name: 'Follow The Lantern Roads' }))
  })

  it('leads from the bell to the inbox and to the calendar, which has what was requested', async () => {
    const { page, goTo } = await visit({ url, device, as: await newcomer(url, 'waits') })
    await goTo('requests/new?title=The%20Far%20Harbour')
    await page.getByLabel('Author (required)').fill('Ada Moor')
    await page.getByLabel('Published').fill('2100-03-02')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await appears(heading(page, 'The Far Harbour'))
    await page.getByRole('link', { name: 'Inbox' }).click()
    await appears(page.getByText('No new books yet'))
    await page.getByRole('button', { name: 'Calendar' }).click()
    await appears(page.getByRole('region', { name: 'March 2100' }).getByText('The Far Harbour').first())
    await looksRight(page, 'the calendar')
  })

  it('gives calendar apps an address that works until it is revoked', async () => {
    const { page, goTo, context } = await visit({
      url,
      device,
      as: await newcomer(url, 'feeds'),
    })
    await goTo('settings/account')
    await page.getByRole('button', { name: 'Create address' }).click()
    const address = await page.getByRole('textbox', { name: 'For calendar apps (ICS)' }).inputValue()
    await looksRight(page, 'the address of a calendar')
    expect(await (await context.request.get(address)).text()).toContain('BEGIN:VCALENDAR')
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await page.getByRole('button', { name: 'Really revoke?' }).click()
    await appears(page.getByText('No address yet'))
    expect((await context.request.get(address)).status()).toBe(404)
  })
})
