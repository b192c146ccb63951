import type { Page } from 'playwright-core'
import { beforeAll, describe, it, type ExpectStatic } from 'vitest'
import { asinOf } from '#scripts/lib/demo-data'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { ADMINISTRATOR, newcomer } from './support/people'
import { requested } from './support/requests-page'
import { result } from './support/search-page'
import { appears } from './support/seeing'
import { messagesAt } from './support/sink'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const BOOK = 'Winterglass'
const CLIENT = 'Seedbox'

/** Words in the book's own part of its page. */
const words = (page: Page, text: string) =>
  page.getByRole('main').getByRole('article').getByText(text, { exact: true })
/** A step of its timeline. */
const step = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()

/**
 * Most of each test is waiting for the next poll of the download clients, so the tests wait at the same time.
 */
describe.concurrent.each(BOTH)('a download at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base, indexers: true, pace: null })
  const downloads = () => demo().qbittorrent.downloads
  const ofBook = () =>
    downloads()
      .all()
      .filter(({ name }) => name.startsWith(BOOK))
  /** Waits until the client has this many releases of the book. @returns the newest one. */
  async function sent(count: number, expect: ExpectStatic) {
    await expect.poll(() => ofBook().length).toBe(count)
    return ofBook().at(-1)?.id ?? ''
  }

  beforeAll(() => {
    // One of the two protocols is enough here.
    for (const indexer of demo().prowlarr.indexers) if (indexer.protocol === 'usenet') indexer.enable = false
  })

  it('is followed from the request to the library, and replaced by the next release when it fails', async (test) => {
    const { expect } = test
    const { url, sink, library } = demo()
    const asker = await newcomer(url, 'asker')
    const { page, goTo } = await visit({ url, device, as: asker, test })
    await goTo('search?q=winterglass')
    await result(page, BOOK).requestButton.click()
    const first = await sent(1, expect)
    downloads().change(first, { progress: 0.43, secondsLeft: 720, speed: 2_100_000 })
    await appears(result(page, BOOK).card.getByText('Downloading, 43 %, about 12 min'))
    await goTo('requests')
    await appears(requested(page, BOOK).getByText('Downloading, 43 %, 2.1 MB/s, about 12 min'))
    await goTo(`book/${asinOf(BOOK)}`)
    await appears(words(page, 'Downloading, 43 %, 2.1 MB/s, about 12 min'))
    await appears(step(page, 'Download started'))
    await looksRight(page, 'a book that downloads')

    downloads().fail(first, 'Files are missing')
    await appears(step(page, 'The download failed'))
    const next = await sent(2, expect)
    expect(next).not.toBe(first)
    downloads().change(next, { state: 'stalled', progress: 0.9, speed: 0, seeds: 0 })
    await appears(words(page, 'Stalled: no data is arriving, 90 %'))
    await looksRight(page, 'a book whose download failed, and whose next one is stalled')

    const item = { id: 'arrived', title: BOOK, asin: asinOf(BOOK), authors: ['Maren Oakhollow'] }
    library.put(item)
    downloads().complete(next)
    await appears(words(page, 'In the library'))
    await appears(step(page, 'Download complete'))
    expect(library.scans()).toBeGreaterThan(0)
    const link = page
      .getByRole('main')
      .getByRole('article')
      .locator(`a[href="${library.url}/item/${item.id}"]`)
    await appears(link.first())
    await looksRight(page, 'a book that has arrived')
    await expect
      .poll(async () => (await messagesAt(sink.url, '/available')).map(({ body }) => body))
      .toContain(`${BOOK} by Maren Oakhollow is available: ${library.url}/item/${item.id}`)
    // Members see nothing of download clients and their messages.
    expect(await page.content()).not.toContain(CLIENT)

    const admin = await visit({ url, device, as: ADMINISTRATOR, test })
    await admin.goTo(`book/${asinOf(BOOK)}`)
    await appears(step(admin.page, `The download failed in ${CLIENT}.`))
    await appears(step(admin.page, /^In the library/))
    await looksRight(admin.page, 'a book that has arrived, for administrators')
  })
})
