import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startQbittorrentFake } from '#fakes/download-clients/qbittorrent'
import { KEY, startAudiobookshelf } from '#fakes/libraries/audiobookshelf'
import { looksRight } from './support/looks'
import { heading } from './support/pages'
import { ADMINISTRATOR, callAs } from './support/people'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH, type Environment } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const waiting = await useSharedDemos('waiting')

const NOBODY = 'http://127.0.0.1:1'
const listSchema = z.array(z.object({ id: z.string() }))

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Removes what a failed test may have left behind. */
async function removeAll(url: string): Promise<void> {
  const list = await callAs(url, ADMINISTRATOR, 'GET', 'api/connections')
  for (const { id } of listSchema.parse(await list.json())) {
    await callAs(url, ADMINISTRATOR, 'DELETE', `api/connections/${id}`)
  }
}

const openSettings = ({ url, device }: { url: string; device: Environment['device'] }) =>
  visit({ url, device, as: ADMINISTRATOR })

describe.each(BOTH)('connections at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  afterEach(() => removeAll(url))

  it('to download clients are tested before they are saved, and changed', async () => {
    const password = 'a-password-of-its-own'
    const fake = await startQbittorrentFake({ password })
    onTestFinished(() => fake.close())
    const { page, goTo } = await openSettings({ url, device })
    await goTo('settings/download-clients')
    await appears(page.getByText('No download client yet'))
    await looksRight(page, 'no download client')

    await page.getByRole('button', { name: 'qBittorrent' }).click()
    const adding = page.getByRole('dialog', { name: 'Add download client' })
    const test = adding.getByRole('button', { name: 'Test' })
    await adding.getByLabel('Name', { exact: true }).fill('Seedbox')
    await adding.getByLabel('Base URL (required)').fill(NOBODY)
    await adding.getByLabel('Username').fill(fake.username)
    await adding.getByLabel('Password', { exact: true }).fill('not-it')
    await test.click()
    await appears(adding.getByText('It cannot be reached'))
    await adding.getByLabel('Base URL (required)').fill(fake.url)
    await test.click()
    await appears(adding.getByText('It refuses the key or password'))
    await adding.getByLabel('Password', { exact: true }).fill(password)
    await test.click()
    await appears(adding.getByText('It works'))
    await looksRight(page, 'the form of a download client')
    await adding.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Saved: Seedbox')
    await disappears(adding)

    await page.getByRole('button', { name: 'Edit Seedbox' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Seedbox' })
    await editing.getByLabel('Name', { exact: true }).fill('In the cellar')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Saved: In the cellar')
    await disappears(editing)
    // The saved password is unchanged.
    await page.getByRole('button', { name: 'Test In the cellar' }).click()
    await appears(card(page, 'In the cellar').getByText('It works'))
    await appears(card(page, 'In the cellar').getByText(/^Reachable since/))
    expect(await page.content()).not.toContain(password)
  })

  it('to libraries report what they contain', async () => {
    const fake = await startAudiobookshelf()
    onTestFinished(() => fake.close())
    const { page, goTo } = await openSettings({ url, device })
    await goTo('settings/library')
    await appears(page.getByText('No library yet'))
    await looksRight(page, 'no library')

    await page.getByRole('button', { name: 'Audiobookshelf' }).click()
    const adding = page.getByRole('dialog', { name: 'Add library' })
    const test = adding.getByRole('button', { name: 'Test' })
    await adding.getByLabel('Base URL (required)').fill(NOBODY)
    await adding.getByLabel('API key (required)', { exact: true }).fill('not-it')
    await test.click()
    await appears(adding.getByText('It cannot be reached'))
    await adding.getByLabel('Base URL (required)').fill(fake.url)
    await test.click()
    await appears(adding.getByText('It refuses the key or password'))
    await adding.getByLabel('API key (required)', { exact: true }).fill(KEY)
    await test.click()
    await appears(adding.getByText(/2\.36\.0.*Audiobooks.*scan/))
    await looksRight(page, 'the form of a library')
    await adding.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Saved: Audiobookshelf')
    await disappears(adding)
    await page.getByRole('button', { name: 'Test Audiobookshelf' }).click()
    await appears(card(page, 'Audiobookshelf').getByText('It works'))
    await looksRight(page, 'a library')
  })

  it('are reordered, marked while they fail, switched off and removed', async () => {
    const { page, goTo } = await openSettings({ url, device })
    for (const name of ['Seedbox', 'Attic']) {
      const settings = { base_url: NOBODY }
      await callAs(url, ADMINISTRATOR, 'POST', 'api/connections', { driver: 'Transmission', name, settings })
    }
    await goTo('settings/download-clients')
    await page.getByRole('button', { name: 'Test Attic' }).click()
    await appears(card(page, 'Attic').getByText(/^Failing since/))
    await page.getByRole('button', { name: 'Move Attic up' }).click()
    await expectToast(page, 'Attic is now number 1')
    await page.reload()
    await appears(card(page, 'Seedbox'))
    expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual([
      'Attic',
      'Seedbox',
    ])
    await looksRight(page, 'download clients that were not asked and that fail')

    await goTo('settings')
    const entry = page.getByRole('main').getByRole('link', { name: /^Download clients/ })
    await appears(entry.getByText('Something needs your attention'))
    await entry.click()
    await appears(heading(page, 'Download clients'))
    for (const name of ['Attic', 'Seedbox']) {
      await page.getByRole('switch', { name: `${name} is on` }).click()
      await expectToast(page, `${name} is off`)
    }
    await goTo('settings')
    await appears(entry)
    await disappears(entry.getByText('Something needs your attention'))

    await goTo('settings/download-clients')
    await page.getByRole('button', { name: 'Remove Seedbox' }).click()
    await page.getByRole('button', { name: 'Remove Seedbox?' }).click()
    await disappears(page.getByRole('heading', { name: 'Seedbox', exact: true }))
    await appears(card(page, 'Attic'))
  })
})
