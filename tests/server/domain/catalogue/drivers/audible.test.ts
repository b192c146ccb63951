import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogueFake } from '#fakes/catalogue'
import type { CatalogueFake } from '#fakes/catalogue'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { createAudibleCatalogue } from '#server/domain/catalogue/drivers/audible'
import { timeoutAfterArrival } from '#tests/support/limits-once-arrived'

let fake: CatalogueFake
beforeAll(async () => {
  fake = await startCatalogueFake()
})
afterEach(() => {
  fake.misbehave(null)
  fake.beEmpty(false)
  fake.received.length = 0
})
afterAll(() => fake.close())

/** Aborts only requests that have arrived: one that arrived after its test would count in the next test. */
const fetchArriving = timeoutAfterArrival(() => fake.received.length > 0)
const catalogue = (options: { timeoutMs?: number; baseUrl?: string } = {}) => {
  const limited = options.timeoutMs === undefined ? fetch : fetchArriving
  return createAudibleCatalogue({ fetch: limited, baseUrl: fake.baseUrl, ...options })
}
const findPage = (
  query: string,
  rest: { region?: Region; page?: number; limit?: number; sort?: SearchSort } = {},
) => catalogue().search({ query, region: 'us', page: 0, limit: 20, sort: 'relevance', ...rest })
const find = async (...given: Parameters<typeof findPage>) => (await findPage(...given)).books
const failure = (code: string, status: number) => ({ code, status })

describe('searching', () => {
  it('finds a book with everything that a page and a request need', async () => {
    const [book] = await find('the ash ferry')
    expect(book).toMatchObject({
      region: 'us',
      title: 'The Ash Ferry',
      authors: ['Maren Oakhollow'],
      narrators: ['Tobias Fenwright'],
      series: [{ title: 'The Lantern Roads', position: '1' }],
      language: 'en',
      edition: 'unabridged',
      categories: ['Science Fiction & Fantasy', 'Fantasy'],
    })
    expect(book?.releaseDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(book?.runtimeMin).toBeGreaterThan(0)
    expect(book?.summary).toContain('Includes an interview with the author & the narrator.')
    expect(book?.coverUrl).toBe(`${fake.url}/images/${book?.asin}._SL1024_.jpg`)
  })

  it('asks upstream for pages counted from 0', async () => {
    await find('lantern', { page: 0, limit: 3 })
    expect(fake.received[0]?.query.get('page')).toBe('0')
    const first = await find('lantern', { page: 0, limit: 3 })
    const second = await find('lantern', { page: 1, limit: 3 })
    expect(second.length).toBeGreaterThan(0)
    expect(first.map(({ asin }) => asin)).not.toContain(second[0]?.asin)
  })

  it('returns an empty page past the end and if nothing is found', async () => {
    await expect(find('lantern', { page: 5, limit: 50 })).resolves.toEqual([])
    await expect(find('no such words at all')).resolves.toEqual([])
    fake.beEmpty(true)
    await expect(find('lantern')).resolves.toEqual([])
  })

  it('distinguishes an empty page without audiobooks from the end', async () => {
    await expect(findPage('lantern', { limit: 2 })).resolves.toMatchObject({ books: [], more: true })
    expect((await findPage('lantern', { limit: 2, page: 1 })).books).toHaveLength(2)
    await expect(findPage('lantern', { limit: 2, page: 9 })).resolves.toMatchObject({
      books: [],
      more: false,
    })
    await expect(findPage('lantern', { limit: 20, page: 24 })).resolves.toMatchObject({ more: false })
  })

  it('ends if the catalogue would repeat its last page for ever', async () => {
    await expect(find('lantern', { page: 25, limit: 20 })).resolves.toEqual([])
    expect(fake.received).toEqual([])
  })

  it.each([
    ['relevance', 'Relevance'],
    ['newest', '-ReleaseDate'],
    ['title', 'Title'],
    ['longest', '-RuntimeLength'],
    ['shortest', 'RuntimeLength'],
  ] as const)('asks the catalogue to sort by %s', async (sort, sentAs) => {
    await find('lantern', { sort })
    expect(fake.received[0]?.query.get('products_sort_by')).toBe(sentAs)
  })

  it('returns the catalogue’s count, if there is one', async () => {
    const { books, total } = await findPage('corvin thale', { limit: 2 })
    expect(books).toHaveLength(2)
    expect(total).toBeGreaterThan(2)
    const silent = createAudibleCatalogue({ fetch: async () => Response.json({ products: [] }) })
    const question = { query: 'x', region: 'us', page: 0, limit: 20, sort: 'relevance' } as const
    await expect(silent.search(question)).resolves.toMatchObject({ total: null })
  })

  it('leaves out podcasts, periodicals and products that stand for a series', async () => {
    const titles = (await find('lantern', { limit: 50 })).map(({ title }) => title)
    expect(titles).toContain('The Salt Lantern')
    expect(titles.filter((title) => /Talk|Quarterly/.test(title))).toEqual([])
    expect(titles).not.toContain('The Lantern Roads')
  })

  it('does not lose a page to malformed products', async () => {
    const books = await find('lantern', { limit: 50 })
    expect(books.find(({ title }) => title === 'The Misshapen Lantern')).toMatchObject({
      authors: [],
      narrators: [],
      runtimeMin: null,
      coverUrl: null,
    })
    expect(books.every(({ asin }) => asin !== 'EMODD00026')).toBe(true)
  })

  it('lists an ASIN once', async () => {
    const twice = createAudibleCatalogue({
      fetch: async () =>
        Response.json({
          products: [
            { asin: 'EMTEST0001', title: 'One' },
            { asin: 'emtest0001', title: 'Again' },
          ],
        }),
    })
    const { books } = await twice.search({
      query: 'one',
      region: 'us',
      page: 0,
      limit: 20,
      sort: 'relevance',
    })
    expect(books.map(({ title }) => title)).toEqual(['One'])
  })

  it.each([
    ['quotes', '"Quotes", ‘Apostrophes’ & Ampersands: It\'s', 'Quotes'],
    ['emoji', 'the 🚀 club', 'The 🚀 Club'],
    ['another script', '灯台守の最後の夏', '灯台守'],
    ['signs of an address', '100% & more? #1/2+3', null],
  ])('sends %s as typed', async (_, query, title) => {
    const books = await find(query)
    expect(fake.received[0]?.query.get('keywords')).toBe(query)
    if (title !== null) expect(books[0]?.title).toContain(title)
  })
})

describe('regions', () => {
  it('asks the region’s shop', async () => {
    const german = await find('leuchtturm', { region: 'de' })
    expect(german.map(({ asin, region }) => ({ asin, region }))).toEqual([
      { asin: 'EMODD00014', region: 'de' },
    ])
    expect(fake.received[0]?.path).toBe('/de/1.0/catalog/products')
    await expect(find('leuchtturm', { region: 'us' })).resolves.toEqual([])
  })

  it.each<[Region, string]>([
    ['us', 'api.audible.com'],
    ['ca', 'api.audible.ca'],
    ['uk', 'api.audible.co.uk'],
    ['au', 'api.audible.com.au'],
    ['fr', 'api.audible.fr'],
    ['de', 'api.audible.de'],
    ['jp', 'api.audible.co.jp'],
    ['it', 'api.audible.it'],
    ['in', 'api.audible.in'],
    ['es', 'api.audible.es'],
    ['br', 'api.audible.com.br'],
  ])('finds %s at %s', async (region, host) => {
    const urls: string[] = []
    const real = createAudibleCatalogue({
      fetch: async (input) => {
        urls.push(input instanceof Request ? input.url : String(input))
        return Response.json({ products: [] })
      },
    })
    await real.search({ query: 'x', region, page: 0, limit: 20, sort: 'relevance' })
    expect(new URL(urls[0] ?? '').host).toBe(host)
  })

  it('accepts an address with a trailing slash and a sub-path', async () => {
    const { books } = await catalogue({ baseUrl: `${fake.baseUrl}//` }).search({
      query: 'winterglass',
      region: 'us',
      page: 0,
      limit: 1,
      sort: 'relevance',
    })
    expect(books).toHaveLength(1)
    expect(fake.received[0]?.path).toBe('/com/1.0/catalog/products')
  })
})

describe('one book', () => {
  it('is found by its ASIN', async () => {
    await expect(catalogue().book('EMODD00019', 'us')).resolves.toMatchObject({
      title: 'The First Wick',
      series: [{ title: 'The Lantern Roads', position: '0.5' }],
    })
  })

  it.each([
    ['an unknown ASIN', 'EMUNKNOWN0', 'us'],
    ['an ASIN of another region', 'EMODD00014', 'us'],
    ['a product without a title', 'EMODD00027', 'us'],
    ['a malformed ASIN', 'short', 'us'],
  ] as const)('is null for %s', async (_, asin, region) => {
    await expect(catalogue().book(asin, region)).resolves.toBeNull()
  })

  it('has no date if the date is a placeholder', async () => {
    await expect(catalogue().book('EMODD00010', 'us')).resolves.toMatchObject({
      releaseDate: null,
      coverUrl: null,
    })
  })

  it('shows markup in names as text', async () => {
    await expect(catalogue().book('EMODD00002', 'us')).resolves.toMatchObject({
      title: '<b>Bold</b> & <script>alert(1)</script> Other Tags',
    })
  })
})

describe('suggestions', () => {
  it('offers titles, series and people, each once', async () => {
    const found = await catalogue().suggestions('lantern', 'us')
    const words = found.map((suggestion) => suggestion.words)
    expect(found.some(({ asin }) => asin === null)).toBe(true)
    expect(found.find(({ words }) => words === 'The Salt Lantern')?.asin).toMatch(/^EM[A-Z0-9]{8}$/)
    expect(words).toContain('The Salt Lantern')
    expect(words).toContain('The Lantern Roads')
    expect(words.length).toBeLessThanOrEqual(10)
    const keys = found.map(({ asin, words }) => asin ?? words.toLowerCase())
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are empty if nothing fits', async () => {
    await expect(catalogue().suggestions('no such words at all', 'us')).resolves.toEqual([])
  })
})

describe('a catalogue that misbehaves', () => {
  const asks = {
    search: (timeoutMs?: number) =>
      catalogue(timeoutMs === undefined ? {} : { timeoutMs }).search({
        query: 'x',
        region: 'us',
        page: 0,
        limit: 20,
        sort: 'relevance',
      }),
    book: (timeoutMs?: number) =>
      catalogue(timeoutMs === undefined ? {} : { timeoutMs }).book('EMODD00019', 'us'),
    suggestions: (timeoutMs?: number) =>
      catalogue(timeoutMs === undefined ? {} : { timeoutMs }).suggestions('x', 'us'),
  }

  describe.each(Object.entries(asks))('asked for %s', (_, ask) => {
    it('fails after two answers of 500', async () => {
      fake.misbehave({ kind: 'status', status: 500 })
      await expect(ask()).rejects.toThrow(expect.objectContaining(failure('catalogue_failed', 502)))
      expect(fake.received).toHaveLength(2)
    })

    it('is asked a second time after a 503', async () => {
      fake.misbehave({ kind: 'status', status: 503, retryAfter: '0', times: 1 })
      await expect(ask()).resolves.toBeDefined()
      expect(fake.received).toHaveLength(2)
    })

    it('is asked a second time after a 429, at the requested time', async () => {
      fake.misbehave({ kind: 'status', status: 429, retryAfter: '0', times: 1 })
      await expect(ask()).resolves.toBeDefined()
    })

    it('is not waited for if it asks for more time than there is', async () => {
      fake.misbehave({ kind: 'status', status: 429, retryAfter: '3600' })
      await expect(ask()).rejects.toThrow(expect.objectContaining(failure('catalogue_failed', 502)))
      expect(fake.received).toHaveLength(1)
    })

    it('is not the catalogue if it answers with a web page', async () => {
      fake.misbehave({ kind: 'html' })
      await expect(ask()).rejects.toMatchObject(failure('catalogue_not_its_api', 502))
    })

    it('cannot be reached when it resets the connection', async () => {
      fake.misbehave({ kind: 'reset' })
      await expect(ask()).rejects.toMatchObject(failure('catalogue_unreachable', 503))
    })

    it('cannot be reached when it stops in the middle of an answer', async () => {
      fake.misbehave({ kind: 'half' })
      await expect(ask()).rejects.toMatchObject(failure('catalogue_unreachable', 503))
    })

    it('is too slow when the time limit passes', async () => {
      fake.misbehave({ kind: 'slow', ms: 5_000 })
      await expect(ask(50)).rejects.toMatchObject(failure('catalogue_timeout', 504))
    })
  })

  it('cannot be reached where nothing listens', async () => {
    const gone = await startCatalogueFake()
    await gone.close()
    await expect(catalogue({ baseUrl: gone.baseUrl }).suggestions('x', 'us')).rejects.toMatchObject(
      failure('catalogue_unreachable', 503),
    )
  })

  it('is not the catalogue if another API answers', async () => {
    const elsewhere = createAudibleCatalogue({ fetch: async () => Response.json({ version: '1.2.3' }) })
    await expect(
      elsewhere.search({ query: 'x', region: 'us', page: 0, limit: 20, sort: 'relevance' }),
    ).rejects.toMatchObject(failure('catalogue_not_its_api', 502))
    const lost = createAudibleCatalogue({
      fetch: async () => Response.json({ message: 'not found' }, { status: 404 }),
    })
    await expect(
      lost.search({ query: 'x', region: 'us', page: 0, limit: 20, sort: 'relevance' }),
    ).rejects.toMatchObject(failure('catalogue_not_its_api', 502))
  })

  it('is not the catalogue if it never stops sending', async () => {
    const chunk = new Uint8Array(1_000_000).fill(32)
    const endless = createAudibleCatalogue({
      fetch: async () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })),
    })
    await expect(endless.book('EMODD00019', 'us')).rejects.toMatchObject(
      failure('catalogue_not_its_api', 502),
    )
  })

  it('is distinguished from a caller who has gone away', async () => {
    fake.misbehave({ kind: 'slow', ms: 5_000 })
    const caller = new AbortController()
    const searching = catalogue().search({
      query: 'x',
      region: 'us',
      page: 0,
      limit: 20,
      sort: 'relevance',
      signal: caller.signal,
    })
    caller.abort(new Error('gone'))
    await expect(searching).rejects.toThrow('gone')
  })

  it('times out twenty slow queries at once, none waiting for another', async () => {
    fake.misbehave({ kind: 'slow', ms: 600_000 })
    const slow = createAudibleCatalogue({
      fetch: timeoutAfterArrival(() => fake.received.length === 20),
      baseUrl: fake.baseUrl,
      timeoutMs: 300,
    })
    const searches = Array.from({ length: 20 }, (_, index) =>
      slow.search({ query: `q${index}`, region: 'us', page: 0, limit: 20, sort: 'relevance' }),
    )
    const answers = await Promise.allSettled(searches)
    expect(fake.received).toHaveLength(20)
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'catalogue_timeout' } })
  })
})

describe('a catalogue that redirects', () => {
  it('is reported and not followed to an unexpected place', async () => {
    const elsewhere = await startFakeServer((_, response) => sendJson(response, { products: [] }))
    const hop = await startFakeServer((_, response) => {
      response.writeHead(302, { location: elsewhere.url }).end()
    })
    await expect(
      catalogue({ baseUrl: hop.url }).search({
        query: 'lantern',
        region: 'us',
        page: 0,
        limit: 20,
        sort: 'relevance',
      }),
    ).rejects.toMatchObject(failure('catalogue_not_its_api', 502))
    expect(elsewhere.received).toEqual([])
    await Promise.all([hop.close(), elsewhere.close()])
  })
})
