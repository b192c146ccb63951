import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventually } from '#tests/support/eventually'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { heading } from './support/pages'
import { ADMINISTRATOR, callAs } from './support/people'
import { appears, disappears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const BOOK = 'The Salt Lantern'
const requestsSchema = z.array(z.object({ book: z.object({ asin: z.string(), title: z.string() }) }))
const sourcesSchema = z.object({ state: z.string() })

describe.each(BOTH)('the download settings at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base })
  /** The book that was searched. */
  let asin = ''
  const call = async (method: string, path: string, body?: unknown) =>
    callAs(demo().url, ADMINISTRATOR, method, path, body)

  beforeAll(async () => {
    const { prowlarr } = demo()
    await call('PATCH', 'api/indexers/Prowlarr', {
      enabled: true,
      prowlarr_base_url: prowlarr.baseUrl,
      prowlarr_api_key: prowlarr.apiKey,
    })
    const requests = requestsSchema.parse(await (await call('GET', 'api/requests')).json())
    asin = requests.find(({ book }) => book.title === BOOK)?.book.asin ?? ''
    await call('POST', `api/requests/${asin}/refresh`)
    const searched = async () =>
      sourcesSchema.parse(await (await call('GET', `api/requests/${asin}/sources`)).json()).state
    await eventually(async () => expect(await searched()).toBe('ok'))
  })

  async function open() {
    const visitor = await visit({
      url: demo().url,
      device,
      as: ADMINISTRATOR,
      // Books that were not searched have no preview.
      refusals: [404],
    })
    const { page, goTo } = visitor
    await goTo('settings/download')
    await appears(heading(page, 'Download'))
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByLabel('Audiobook').selectOption(asin)
    return { ...visitor, preview }
  }

  it('preview their effect before they are saved, and are saved', async () => {
    const { page, preview } = await open()
    await appears(preview.getByRole('article').first())
    await looksRight(page, 'the download settings')

    await page.getByLabel('Minimum seeders', { exact: true }).fill('5000')
    await appears(page.getByText('Unsaved changes'))
    await appears(preview.getByText('Now rejected').first())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Saved.')
    await disappears(preview.getByText('Now rejected').first())
    await page.reload()
    expect(await page.getByLabel('Minimum seeders', { exact: true }).inputValue()).toBe('5000')

    await page.getByRole('button', { name: 'Reset to default: Minimum seeders' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Saved.')
    expect(await page.getByLabel('Minimum seeders', { exact: true }).inputValue()).toBe('1')
  })

  it('are refused if they contradict each other', async () => {
    const { page } = await open()
    await page.getByLabel('Lowest bitrate of MP3 in kbit/s').fill('5000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await appears(page.getByText('Must not be below the start of the range'))
    const highest = page.getByLabel('Highest bitrate of MP3 in kbit/s')
    expect(await highest.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await page.getByLabel('Lowest bitrate of MP3 in kbit/s').inputValue()).toBe('20')
  })

  it('put formats and indexers in order with the keyboard', async () => {
    const { page } = await open()
    const formats = page.getByRole('list', { name: 'Format order' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Move FLAC up' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await appears(formats.nth(0).getByText('FLAC'))
    const down = page.getByRole('button', { name: 'Move FLAC down' })
    expect(await down.evaluate((button) => button === document.activeElement)).toBe(true)

    await page.getByLabel('Indexer', { exact: true }).selectOption('Open Ear')
    await page.getByRole('button', { name: 'Add: Indexer' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Saved.')
    await page.reload()
    await appears(formats.nth(0).getByText('FLAC'))
    await appears(page.getByRole('list', { name: 'Indexer order' }).getByText('Open Ear'))
  })
})
