import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { heading } from './support/pages'
import { ADMINISTRATOR, callAs } from './support/people'
import { appears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const saved = (page: Page) => page.getByRole('button', { name: 'Save Prowlarr' })

describe.each(BOTH)('the indexers at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base })

  beforeEach(async () => {
    const nothing = {
      enabled: false,
      prowlarr_base_url: null,
      prowlarr_api_key: null,
      prowlarr_indexers: null,
    }
    await callAs(demo().url, ADMINISTRATOR, 'PATCH', 'api/indexers/Prowlarr', nothing)
  })

  /** Opens the page with Prowlarr's address and key filled in but not saved. */
  async function fillIn(refusals: number[] = []) {
    const { prowlarr, url } = demo()
    const visitor = await visit({
      url,
      device,
      as: ADMINISTRATOR,
      // Prowlarr's indexers cannot be listed before it is set up.
      refusals: [400, ...refusals],
    })
    await visitor.goTo('settings/indexers')
    await appears(heading(visitor.page, 'Indexers'))
    const prowlarrCard = card(visitor.page, 'Prowlarr')
    await prowlarrCard.getByLabel('Base URL (required)').fill(prowlarr.baseUrl)
    await prowlarrCard.getByLabel('API key (required)', { exact: true }).fill(prowlarr.apiKey)
    return { ...visitor, prowlarrCard, prowlarr }
  }

  it('are tested before they are saved, switched on, and never show the key', async () => {
    const { page, prowlarrCard, prowlarr } = await fillIn()
    await page.getByRole('button', { name: 'Test Prowlarr' }).click()
    await appears(prowlarrCard.getByText('It works'))
    await looksRight(page, 'a test that worked')

    await page.getByRole('switch', { name: 'Prowlarr is on' }).click()
    await expectToast(page, 'Prowlarr is on')
    await page.reload()
    const { baseUrl, apiKey } = prowlarr
    expect(await prowlarrCard.getByLabel('Base URL (required)').inputValue()).toBe(baseUrl)
    await appears(prowlarrCard.getByRole('button', { name: 'Replace: API key (required)' }))
    expect(await page.content()).not.toContain(apiKey)

    await prowlarrCard.getByRole('checkbox', { name: 'Usenet Library' }).uncheck()
    expect(await prowlarrCard.getByRole('checkbox', { name: 'All, including new ones' }).isChecked()).toBe(
      false,
    )
    await saved(page).click()
    await expectToast(page, 'Saved: Prowlarr')
    await page.reload()
    await appears(prowlarrCard.getByRole('checkbox', { name: 'Open Ear' }))
    expect(await prowlarrCard.getByRole('checkbox', { name: 'Open Ear' }).isChecked()).toBe(true)
    expect(await prowlarrCard.getByRole('checkbox', { name: 'Usenet Library' }).isChecked()).toBe(false)
    await appears(prowlarrCard.getByText(/^Reachable since/))
    await looksRight(page, 'indexers to choose from')
  })

  it('say how long they have been failing, and mark their page in the settings', async () => {
    const { url } = demo()
    const set = { prowlarr_base_url: 'http://127.0.0.1:1', prowlarr_api_key: 'a-key', enabled: true }
    await callAs(url, ADMINISTRATOR, 'PATCH', 'api/indexers/Prowlarr', set)
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR, refusals: [503] })
    await goTo('settings/indexers')
    // Prowlarr's indexers load as soon as someone opens the choice.
    await appears(card(page, 'Prowlarr').getByText(/^Failing since/))
    await looksRight(page, 'an indexer that fails')
    await goTo('settings')
    const entry = page.getByRole('main').getByRole('link', { name: /^Indexers/ })
    await appears(entry.getByText('Something needs your attention'))
  })

  it('say what is wrong: nothing there, a wrong key, a page instead of the API, no download client', async () => {
    const { page, prowlarrCard, prowlarr } = await fillIn()
    const address = prowlarrCard.getByLabel('Base URL (required)')
    const test = page.getByRole('button', { name: 'Test Prowlarr' })
    await address.fill('http://127.0.0.1:9')
    await test.click()
    await appears(prowlarrCard.getByText('It cannot be reached'))
    await looksRight(page, 'a test that found nothing')

    await address.fill(`${prowlarr.url}/elsewhere`)
    await test.click()
    await appears(prowlarrCard.getByText('Something else answers at this address'))

    await address.fill(prowlarr.baseUrl)
    await prowlarrCard.getByLabel('API key (required)', { exact: true }).fill('not-the-key')
    await test.click()
    await appears(prowlarrCard.getByText('It refuses the key'))

    await prowlarrCard.getByLabel('API key (required)', { exact: true }).fill(prowlarr.apiKey)
    const clients = prowlarr.clients.splice(0)
    onTestFinished(() => void prowlarr.clients.push(...clients))
    await test.click()
    await appears(prowlarrCard.getByText('It has no download client'))
  })

  it('are not switched on while a required setting is missing', async () => {
    const { url } = demo()
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR, refusals: [400, 422] })
    await goTo('settings/indexers')
    await page.getByRole('switch', { name: 'MyAnonamouse is on' }).click()
    const session = card(page, 'MyAnonamouse').getByLabel('Session ID (required)', { exact: true })
    await expect.poll(() => session.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('switch', { name: 'MyAnonamouse is on' }).getAttribute('aria-checked')).toBe(
      'false',
    )
  })

  it('are set by a file, whose errors are shown with their position', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'earmark-file-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const path = join(directory, 'indexers.json')
    await writeFile(path, JSON.stringify({ Prowlarr: { prowlarr_categories: '3030,3000' } }))
    const { url } = demo()
    const { page, goTo } = await visit({
      url,
      device,
      as: ADMINISTRATOR,
      refusals: [400],
    })
    await goTo('settings/indexers')
    const file = card(page, 'Configuration file')
    await file.getByLabel('Path', { exact: true }).fill('indexers.json')
    await file.getByRole('button', { name: 'Save path' }).click()
    await appears(file.getByText('An absolute path, such as /config/indexers.json'))
    await file.getByLabel('Path', { exact: true }).fill(path)
    await file.getByRole('button', { name: 'Save path' }).click()
    await appears(file.getByText(/^Applied/))
    const categories = card(page, 'Prowlarr').getByLabel('Categories')
    await expect.poll(() => categories.inputValue()).toBe('3030,3000')

    await writeFile(
      path,
      '{\n  "Prowlarr": {\n    "prowlarr_categories": "3030"\n    "enabled": false\n  }\n}',
    )
    await appears(file.getByRole('alert').filter({ hasText: 'The file was not applied' }))
    await appears(file.getByRole('alert').filter({ hasText: /line 4/i }))
    expect(await categories.inputValue()).toBe('3030,3000')
    await looksRight(page, 'a file with a fault')

    await file.getByRole('button', { name: 'Stop watching' }).click()
    await file.getByRole('button', { name: /^Stop watching\?/ }).click()
    await appears(file.getByText('No file is watched', { exact: true }))
  })
})
