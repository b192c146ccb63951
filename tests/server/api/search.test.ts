import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestedBookSchema } from '#contract/books'
import { typeaheadSchema } from '#contract/catalogue'
import { problemSchema } from '#contract/common'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { signIn } from '#tests/support/root'

const HOUR = 60 * 60_000
let cookie: string
let late = 0

const { server, catalogue, trusted } = serveCatalogue({
  environment: { SVC_APP__DEFAULT_REGION: 'de', SVC_APP__BASE_URL: '/audiobooks' },
  clock: () => new Date(Date.now() + late),
})
beforeAll(async () => {
  cookie = await signIn(server)
})
afterEach(() => {
  catalogue.misbehave(null)
  catalogue.received.length = 0
})

const get = (path: string, headers: Record<string, string> = { cookie }) => server.fetch(path, { headers })
const booksOf = async (answer: Response) => z.array(requestedBookSchema).parse(await answer.json())
const problemOf = async (answer: Response) => problemSchema.parse(await answer.json())

describe('GET /api/search', () => {
  it('uses the person’s preferred region, as suggestions do, if the call names none', async () => {
    const headers = trusted
    const body = JSON.stringify({ default_region: 'uk' })
    await server.fetch('/api/settings/account', { method: 'PATCH', headers, body })
    const regionsOf = async (path: string) =>
      (await booksOf(await get(path, headers))).map(({ book }) => book.region)
    expect(new Set(await regionsOf('/api/search?q=winterglass&num_results=7'))).toEqual(new Set(['uk']))
    expect(new Set(await regionsOf('/api/search?q=winterglass&num_results=7&region=us'))).toEqual(
      new Set(['us']),
    )
    catalogue.received.length = 0
    expect((await get('/api/search/suggestions?q=winter', headers)).status).toBe(200)
    expect(catalogue.received).toHaveLength(1)
    expect(catalogue.received[0]?.path).toMatch(/^\/co\.uk\//)
  })

  it('returns books with their status here, in the default region', async () => {
    const answer = await get('/api/search?q=leuchtturm')
    expect(answer.status).toBe(200)
    const [first] = await booksOf(answer)
    expect(first).toMatchObject({
      book: {
        asin: 'EMODD00014',
        region: 'de',
        title: 'Der letzte Leuchtturm',
        authors: ['Oskar Feldkamp'],
        cover_image: '/audiobooks/api/covers/EMODD00014?region=de',
        status: null,
      },
      requests: [],
      requester_count: 0,
    })
  })

  it('returns the requested region and page', async () => {
    await expect(get('/api/search?q=leuchtturm&region=us').then(booksOf)).resolves.toEqual([])
    const two = await booksOf(await get('/api/search?q=lantern&region=us&num_results=2&page=1'))
    expect(two).toHaveLength(2)
    expect(catalogue.received.at(-1)?.query.get('page')).toBe('1')
    await expect(get('/api/search?q=lantern&region=us&page=100').then(booksOf)).resolves.toEqual([])
  })

  it('says that more may follow a page without audiobooks', async () => {
    const first = await get('/api/search?q=lantern&region=us&num_results=2')
    expect(first.headers.get('x-catalogue-more')).toBe('true')
    await expect(booksOf(first)).resolves.toEqual([])
    const cached = await get('/api/search?q=lantern&region=us&num_results=2')
    expect(cached.headers.get('x-catalogue-more')).toBe('true')
    const past = await get('/api/search?q=lantern&region=us&num_results=2&page=90')
    expect(past.headers.has('x-catalogue-more')).toBe(false)
  })

  it('sorts across all pages, and counts the results', async () => {
    const sorted = async (page: number) =>
      get(`/api/search?q=pell+ambrose&region=us&num_results=2&sort=longest&page=${page}`)
    const first = await sorted(0)
    expect(Number(first.headers.get('x-catalogue-total'))).toBeGreaterThan(2)
    const lengths = [...(await booksOf(first)), ...(await booksOf(await sorted(1)))].map(
      ({ book }) => book.runtime_length_min ?? 0,
    )
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
  })

  it('shows the current request state in cached results', async () => {
    const find = async () => (await booksOf(await get('/api/search?q=winterglass&region=us')))[0]
    const before = await find()
    expect(before?.book.status).toBeNull()
    const asin = before?.book.asin ?? ''
    const requested = await server.fetch(`/api/requests/${asin}?region=us`, {
      method: 'POST',
      headers: { cookie },
    })
    expect(requested.status).toBe(201)
    expect((await find())?.requests).toMatchObject([{ user_username: 'Rosa' }])
    expect(catalogue.received).toHaveLength(1)
  })

  it('opens what a link refers to, and says so in headers', async () => {
    const search = (q: string) => get(`/api/search?${new URLSearchParams({ q, region: 'us' }).toString()}`)
    const link = await search('https://www.audible.de/pd/Der-letzte-Leuchtturm-Hoerbuch/EMODD00014')
    expect(link.headers.get('x-search-pasted')).toBe('book')
    expect((await booksOf(link)).map(({ book }) => [book.asin, book.region])).toEqual([['EMODD00014', 'de']])
    const title = await search('https://www.goodreads.com/book/show/1-caf%C3%A9-na%C3%AFvet%C3%A9')
    expect(title.headers.get('x-search-pasted')).toBe('words')
    expect(title.headers.get('x-search-words')).toBe('caf%C3%A9%20na%C3%AFvet%C3%A9')
    expect((await booksOf(title)).map(({ book }) => book.asin)).toEqual(['EMODD00030'])
    const nowhere = await search('B0NOWHERE1')
    expect([nowhere.status, nowhere.headers.get('x-search-pasted')]).toEqual([200, 'nothing'])
  })

  it('searches for a number as text on request', async () => {
    const answer = await get('/api/search?q=B0NOWHERE1&exact=true')
    expect(answer.headers.has('x-search-pasted')).toBe(false)
    expect(catalogue.received.at(-1)?.query.get('keywords')).toBe('b0nowhere1')
  })

  it('serves earlier results while the catalogue is down, marked as such', async () => {
    await get('/api/search?q=moss&region=us')
    late += HOUR
    catalogue.misbehave({ kind: 'reset' })
    const answer = await get('/api/search?q=moss&region=us')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-catalogue-stale')).toBe('catalogue_unreachable')
    expect((await booksOf(answer)).length).toBeGreaterThan(0)
  })

  it.each([
    ['cannot be reached', { kind: 'reset' }, 503, 'catalogue_unreachable'],
    ['answers a web page', { kind: 'html' }, 502, 'catalogue_not_its_api'],
    ['fails', { kind: 'status', status: 500, retryAfter: '0' }, 502, 'catalogue_failed'],
  ] as const)('reports when the catalogue %s', async (_, mode, status, code) => {
    catalogue.misbehave(mode)
    const answer = await get('/api/search?q=never+asked+before&region=us')
    expect(answer.status).toBe(status)
    await expect(problemOf(answer)).resolves.toMatchObject({ code, status })
  })

  it.each([
    ['', 'q'],
    ['?q=', 'q'],
    ['?q=%20', 'q'],
    [`?q=${'x'.repeat(10_000)}`, 'q'],
    ['?q=a%00b', 'q'],
    ['?q=a&region=xx', 'region'],
    ['?q=a&sort=price', 'sort'],
    ['?q=a&page=-1', 'page'],
    ['?q=a&page=one', 'page'],
    ['?q=a&num_results=10001', 'num_results'],
    ['?q=a&num_results=0', 'num_results'],
  ])('refuses %s naming the field', async (query, path) => {
    const answer = await get(`/api/search${query}`)
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).errors?.[0]?.path).toBe(path)
    expect(catalogue.received).toEqual([])
  })

  it('requires a sign-in', async () => {
    for (const path of ['/api/search?q=a', '/api/search/suggestions?q=a', '/api/covers/EMODD00019']) {
      expect((await get(path, {})).status).toBe(401)
    }
  })
})

describe('GET /api/search/suggestions', () => {
  it('returns words', async () => {
    const answer = await get('/api/search/suggestions?q=lantern&region=us')
    expect(z.array(z.string()).parse(await answer.json())).toContain('The Salt Lantern')
  })
})

describe('GET /api/search/typeahead', () => {
  it('returns books with their status here, and words that are not their titles', async () => {
    const answer = await get('/api/search/typeahead?q=lantern&region=us')
    const { books, words } = typeaheadSchema.parse(await answer.json())
    expect(books.map(({ book }) => book.title)).toContain('The Salt Lantern')
    expect(books.length).toBeLessThanOrEqual(5)
    expect(words).toContain('The Lantern Roads')
    expect(words).not.toContain('The Salt Lantern')
  })

  it('asks once for books it has not seen, and not at all for those it has', async () => {
    await get('/api/search/typeahead?q=thornb&region=us')
    const detailQueries = () =>
      catalogue.received.map(({ query }) => query.get('asins')?.split(',').length ?? 0)
    expect(detailQueries()).toEqual([0, 1])
    await get('/api/search/typeahead?q=thornbo&region=us')
    expect(detailQueries()).toEqual([0, 1, 0])
  })

  it('requires a sign-in', async () => {
    expect((await get('/api/search/typeahead?q=a', {})).status).toBe(401)
  })
})

describe('GET /api/covers/{asin}', () => {
  it('returns a picture that browsers cache', async () => {
    const answer = await get('/api/covers/EMODD00019?region=us&size=100')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const again = await get('/api/covers/EMODD00019?region=us&size=100', {
      cookie,
      'if-none-match': answer.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    await expect(again.text()).resolves.toBe('')
  })

  it('returns a drawing if there is none', async () => {
    const answer = await get('/api/covers/EMODD00011?region=us')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    await expect(answer.text()).resolves.toContain('No Cover to Speak Of')
  })

  it.each([
    '/api/covers/short',
    '/api/covers/..%2F..%2Fetc',
    '/api/covers/EMODD00019?size=0',
    '/api/covers/EMODD00019?size=5000',
  ])('refuses %s', async (path) => {
    expect((await get(path)).status).toBe(422)
  })
})
