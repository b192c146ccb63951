import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client/sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seriesAsin } from '#fakes/catalogue/series'
import { startDemo } from '#scripts/lib/demo'
import { asinOf } from '#scripts/lib/demo-data'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { looksRight, looksRightInBothSchemes } from './support/looks'
import { heading } from './support/pages'
import { callAs, newcomer } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH, QUICK } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const demos = await useSharedDemos('waiting')

describe.each(BOTH)('following at $base on a $device', ({ base, device }) => {
  const { url } = demos[base]

  it('begins on the page of a series, and ends there', async () => {
    const { page, goTo } = await visit({ url, device, as: await newcomer(url, 'follows') })
    await goTo(`series/${seriesAsin('The Lantern Roads')}`)
    // Keys do nothing until the page knows whether the series is followed.
    const follow = page.getByRole('button', { name: 'Follow The Lantern Roads', disabled: false })
    await follow.press('Enter')
    await expectToast(page, 'You follow The Lantern Roads.')
    await page.getByRole('checkbox', { name: 'Request new books for me' }).press('Space')
    await expectToast(page, 'New books from The Lantern Roads will be requested for you.')
    await looksRight(page, 'a series that is followed')
    await page.getByRole('button', { name: 'Unfollow The Lantern Roads' }).click()
    await appears(page.getByRole('button', { name: 'Follow The Lantern Roads' }))
  })

  it('leads from the bell to the inbox and to the calendar, which shows what was requested', async () => {
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
    await page.getByRole('button', { name: 'Revoke the current address?' }).click()
    await appears(page.getByText('No address yet'))
    expect((await context.request.get(address)).status()).toBe(404)
  })
})

/** Makes a server forget that it has seen a book, and check the book's series and people again. */
async function forgetBook(configDir: string, asin: string): Promise<void> {
  const client = createClient({ url: pathToFileURL(join(configDir, 'db.sqlite')).href })
  await client.batch(
    [
      { sql: 'delete from followed_books where asin = ?', args: [asin] },
      "update followed set due_at = 0 where kind = 'series'",
    ],
    'write',
  )
  client.close()
}

it('an open page shows news without a reload, and one tap requests the book and clears the badge', async () => {
  const configDir = await temporaryDirectory()
  const { url, stop } = await startDemo({ ...QUICK, configDir, indexers: false })
  onTestFinished(stop)
  const title = 'A Lantern for the Deep'
  const reader = await newcomer(url, 'reads')
  const { page, goTo } = await visit({ url, device: 'phone', as: reader })
  const follow = (thing: object) => callAs(url, reader, 'POST', 'api/follows', thing)

  await goTo('calendar')
  await appears(page.getByText('Nothing coming up'))
  await appears(page.getByRole('button', { name: /^Live/ }))
  await follow({ kind: 'series', asin: seriesAsin('The Lantern Roads') })
  await appears(page.getByText(title))

  await forgetBook(configDir, asinOf(title))
  await page.getByRole('link', { name: 'Inbox' }).click()
  await appears(page.getByText('No new books yet'))
  await follow({ kind: 'author', name: 'Maren Oakhollow' })
  const badge = page.getByRole('link', { name: 'One new book' })
  await appears(badge)
  await appears(page.getByText('You follow The Lantern Roads'))
  await looksRightInBothSchemes(page, 'an inbox with something new')
  await page.getByRole('button', { name: `I want this too: ${title}` }).click()
  await expectToast(page, title)
  await expect.poll(() => badge.count()).toBe(0)
  await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0)

  await page.getByRole('button', { name: 'Following' }).click()
  await page.getByRole('button', { name: 'Unfollow The Lantern Roads' }).click()
  await page.getByRole('button', { name: 'Unfollow The Lantern Roads?' }).click()
  await expectToast(page, 'You no longer follow The Lantern Roads.')
  await looksRightInBothSchemes(page, 'what is followed')
})
