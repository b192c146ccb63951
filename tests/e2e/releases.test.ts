import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { asinOf } from '#scripts/lib/demo-data'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { heading, toast } from './support/pages'
import { ADMINISTRATOR, callAs } from './support/people'
import { choose, releases } from './support/releases-page'
import { request } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const BEST = 'Winterglass by Maren Oakhollow [Isolde Marchbank] [M4B 128 kbps]'
const SUMMARY = 'Summary of The Moth Cartographer [MP3]'
const release = (page: Page, title: string) =>
  releases(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const first = (page: Page) => releases(page).first()

describe.each(BOTH)('the releases of a book at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base, indexers: true })

  // Automatic download is off: an administrator selects the release.
  beforeAll(async () => {
    await callAs(demo().url, ADMINISTRATOR, 'PATCH', 'api/settings/download', { auto_download: false })
  })

  const come = () => visit({ url: demo().url, device, as: ADMINISTRATOR })

  it('arrive as one watches, explain their ranking, and the best is grabbed', async () => {
    const { prowlarr } = demo()
    let answer = (): void => undefined
    const until = new Promise<void>((resolve) => (answer = resolve))
    prowlarr.troubleSearches({ kind: 'held', until }, 2)
    const { page, goTo } = await come()
    await goTo('search?q=winterglass')
    await request(page, 'Winterglass')
    await page.getByRole('link', { name: 'Winterglass', exact: true }).click()
    await page.getByRole('button', { name: 'View releases' }).click()
    await appears(heading(page, 'Releases for Winterglass'))
    await appears(page.getByText(/^[123] of 4 answered$/))
    await appears(page.getByText('Usenet Library: searching…'))
    prowlarr.troubleSearches(null)
    answer()
    await appears(page.getByText(/^Searched /))

    await appears(first(page).getByText('Best', { exact: true }))
    await first(page).getByText('The best release found').click()
    await appears(first(page).getByText('narrator matches: Isolde Marchbank'))
    expect(await first(page).getByRole('heading').textContent()).toBe(BEST)
    const other = release(page, 'Winterglass by Maren Oakhollow [ENG / MP3]')
    await other.getByText('Behind the best one because of its format').click()
    await appears(other.getByRole('row', { name: 'Format 4 5' }))
    await looksRight(page, 'the releases')

    await choose(page, BEST, 'Block')
    await expectToast(page, 'Blocked for this book')
    await expect.poll(() => first(page).getByRole('heading').textContent()).not.toBe(BEST)
    await page.getByText(/\d+ rejected$/).click()
    await appears(release(page, BEST).getByText('Blocked for this book'))
    await choose(page, BEST, 'Unblock')
    await expect.poll(() => first(page).getByRole('heading').textContent()).toBe(BEST)
    await choose(page, BEST, 'This is another book')
    await appears(release(page, BEST).getByText('You said: another book'))
    await looksRight(page, 'a release that is another book')
    await choose(page, BEST, 'Undo the ruling')
    await expect.poll(() => first(page).getByRole('heading').textContent()).toBe(BEST)

    const before = prowlarr.grabs.length
    await first(page)
      .getByRole('button', { name: `Grab ${BEST}`, exact: true })
      .click()
    await appears(first(page).getByText('Sent to the download client'))
    expect(prowlarr.grabs.slice(before)).toEqual([
      { guid: expect.stringContaining(asinOf('Winterglass')), indexerId: 1 },
    ])

    await page.getByRole('link', { name: 'Back to the book' }).click()
    const history = page.getByRole('listitem')
    await appears(history.filter({ hasText: 'Sent to the download client by admin' }).getByText(BEST))
    await appears(history.filter({ hasText: /^Found \d+ releases, \d+ acceptable/ }).first())
    await appears(history.filter({ hasText: 'Release blocked by admin' }).first())
    await appears(history.filter({ hasText: 'It is another book.' }))
    await looksRight(page, 'a book that was grabbed')
  })

  it('can be grabbed against their verdict after reading the reasons, and keep that verdict', async () => {
    const { url, prowlarr } = demo()
    const asin = asinOf('The Moth Cartographer')
    await callAs(url, ADMINISTRATOR, 'POST', `api/requests/${asin}`)
    const { page, goTo } = await come()
    await goTo(`book/${asin}/releases`)
    await appears(page.getByText(/^Searched /))
    await page.getByText(/\d+ rejected$/).click()
    const summary = release(page, SUMMARY)
    const grab = summary.getByRole('button', { name: `Grab ${SUMMARY}`, exact: true })
    await grab.click()
    const question = page.getByRole('alertdialog', { name: 'Grab it anyway?' })
    await appears(question.getByText(/about the book, not the book/))
    await looksRight(page, 'the question before a rejected release is grabbed')
    await question.getByRole('button', { name: 'Cancel' }).click()
    const before = prowlarr.grabs.length
    await grab.click()
    await question.getByRole('button', { name: 'Grab anyway' }).click()
    await appears(summary.getByText('Sent to the download client'))
    expect(prowlarr.grabs.slice(before)).toEqual([{ guid: expect.stringContaining(asin), indexerId: 3 }])
    await appears(summary.getByText('Grabbed anyway by you'))

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export judged releases' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('earmark-judged-releases.jsonl')
    expect(await text(await file.createReadStream())).toContain(`{"title":"${SUMMARY}","class":"right"`)

    prowlarr.offer([])
    await page.getByRole('button', { name: 'Search again' }).click()
    await appears(page.getByRole('heading', { name: 'No release found' }))
    expect(await toast(page, 'Something went wrong').count()).toBe(0)
    prowlarr.offer(null)
    const searches = page.getByLabel('Search', { exact: true })
    await searches.selectOption({ index: 1 })
    await appears(first(page).getByText('Best', { exact: true }))
    await looksRight(page, 'a former search')
    await searches.selectOption({ index: 0 })
    await disappears(first(page))
  })
})
