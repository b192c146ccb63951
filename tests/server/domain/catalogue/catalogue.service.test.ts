import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogueFake } from '#fakes/catalogue'
import type { CatalogueFake } from '#fakes/catalogue'
import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { createCatalogue } from '#server/domain/catalogue/catalogue.service'
import { createAudibleCatalogue } from '#server/domain/catalogue/drivers/audible'
import { createCatalogueCache } from '#server/domain/catalogue/drivers/catalogue-cache'
import { timeoutAfterArrival } from '#tests/support/limits-once-arrived'

const MINUTE = 60_000
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

function setUp({
  maxBytes = 16_000_000,
  timeoutMs = 5_000,
  staleAfterMs = 5_000,
  cache = createCatalogueCache({ maxBytes }),
  fetch = globalThis.fetch,
} = {}) {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const catalogue = createCatalogue({
    driver: createAudibleCatalogue({ fetch, baseUrl: fake.baseUrl, timeoutMs }),
    cache,
    clock: () => new Date(now),
    defaultRegion: 'us',
    staleAfterMs,
  })
  const find = (
    query: string,
    rest: { region?: Region; page?: number; limit?: number; sort?: SearchSort } = {},
  ) => catalogue.search({ query, page: 0, limit: 20, ...rest })
  return { catalogue, find, pass: (ms: number) => (now += ms) }
}

const titlesOf = ({ books }: { books: { title: string }[] }) => books.map(({ title }) => title)

describe('a repeated search', () => {
  it('is answered from the cache for half an hour', async () => {
    const { find, pass } = setUp()
    const first = await find('winterglass')
    pass(29 * MINUTE)
    await expect(find('winterglass')).resolves.toEqual(first)
    expect(fake.received).toHaveLength(1)
    pass(2 * MINUTE)
    await find('winterglass')
    expect(fake.received).toHaveLength(2)
  })

  it('is a different one in another order', async () => {
    const { find } = setUp()
    const byTitle = titlesOf(await find('corvin thale', { sort: 'title' }))
    expect(byTitle).toEqual(byTitle.toSorted((one, other) => one.localeCompare(other)))
    expect(titlesOf(await find('corvin thale'))).not.toEqual(byTitle)
    expect(fake.received).toHaveLength(2)
  })

  it('is the same regardless of case and spacing', async () => {
    const { find } = setUp()
    await find('The Ash Ferry')
    await find('  the  ash FERRY ')
    expect(fake.received).toHaveLength(1)
  })

  it.each([
    ['another region', { region: 'de' as const }],
    ['another page', { page: 1 }],
    ['another page size', { limit: 5 }],
  ])('is a new request for %s', async (_, rest) => {
    const { find } = setUp()
    await find('lantern')
    await find('lantern', rest)
    expect(fake.received).toHaveLength(2)
  })

  it.each([
    ['what?', 'what'],
    ['a/b', 'a:b'],
    ['100%', '100'],
    ['a$', 'a'],
  ])('does not mistake %s for %s', async (one, other) => {
    const { find } = setUp()
    await find(one)
    await find(other)
    expect(fake.received).toHaveLength(2)
  })

  it('keeps regions apart: their books differ', async () => {
    const { find } = setUp()
    expect(titlesOf(await find('leuchtturm', { region: 'de' }))).toEqual(['Der letzte Leuchtturm'])
    expect(titlesOf(await find('leuchtturm', { region: 'us' }))).toEqual([])
  })

  it('stays within its maximum size', async () => {
    const { find } = setUp({ maxBytes: 30_000 })
    await find('lantern', { limit: 5 })
    for (const genre of ['crime', 'horror', 'romance', 'nature', 'history']) await find(genre, { limit: 5 })
    fake.received.length = 0
    await find('history', { limit: 5 })
    expect(fake.received).toHaveLength(0)
    await find('lantern', { limit: 5 })
    expect(fake.received).toHaveLength(1)
  })
})

describe('the same query at the same time', () => {
  it('is made once', async () => {
    fake.misbehave({ kind: 'slow', ms: 50 })
    const { find } = setUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => find('winterglass')))
    expect(fake.received).toHaveLength(1)
    expect(new Set(answers.map((answer) => titlesOf(answer)[0]))).toEqual(new Set(['Winterglass']))
  })

  it('fails for all callers, and is made again for the next', async () => {
    fake.misbehave({ kind: 'reset' })
    const { find } = setUp()
    const answers = await Promise.allSettled([find('winterglass'), find('winterglass')])
    for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'catalogue_unreachable' } })
    expect(fake.received).toHaveLength(1)
    fake.misbehave(null)
    expect(titlesOf(await find('winterglass'))).toEqual(['Winterglass'])
  })

  it('lets twenty slow searches time out together while a cached one is served', async () => {
    const cache = createCatalogueCache({ maxBytes: 16_000_000 })
    await setUp({ cache }).find('winterglass')
    fake.received.length = 0
    fake.misbehave({ kind: 'slow', ms: 600_000 })
    const { find } = setUp({
      cache,
      timeoutMs: 300,
      fetch: timeoutAfterArrival(() => fake.received.length === 20),
    })
    const slow = Array.from({ length: 20 }, (_, index) => find(`slow ${index}`))
    expect(titlesOf(await find('winterglass'))).toEqual(['Winterglass'])
    const answers = await Promise.allSettled(slow)
    expect(fake.received).toHaveLength(20)
    for (const answer of answers)
      expect(answer).toMatchObject({ reason: { code: 'catalogue_timeout', status: 504 } })
  })
})

describe('a catalogue that is down', () => {
  it.each([
    ['fails', { kind: 'status', status: 500, retryAfter: '0' }, 'catalogue_failed'],
    ['answers a web page', { kind: 'html' }, 'catalogue_not_its_api'],
    ['cannot be reached', { kind: 'reset' }, 'catalogue_unreachable'],
  ] as const)('is replaced by earlier results when it %s', async (_, mode, stale) => {
    const { find, pass } = setUp()
    const earlier = await find('winterglass')
    pass(24 * 60 * MINUTE)
    fake.misbehave(mode)
    await expect(find('winterglass')).resolves.toEqual({ ...earlier, stale })
  })

  it('says so if there are no earlier results', async () => {
    const { catalogue } = setUp()
    fake.misbehave({ kind: 'html' })
    await expect(catalogue.suggestions('lantern')).rejects.toMatchObject({ code: 'catalogue_not_its_api' })
    await expect(catalogue.book('EMODD00019')).rejects.toMatchObject({ code: 'catalogue_not_its_api' })
  })

  it('serves earlier suggestions and books too', async () => {
    const { catalogue, pass } = setUp()
    const words = await catalogue.suggestions('lantern')
    const book = await catalogue.book('EMODD00019')
    pass(60 * MINUTE)
    fake.misbehave({ kind: 'reset' })
    await expect(catalogue.suggestions('lantern')).resolves.toEqual(words)
    await expect(catalogue.book('EMODD00019')).resolves.toEqual(book)
  })
})

describe('a slow catalogue', () => {
  it('is not waited for if earlier results are available, and its late answer is cached', async () => {
    const { find, pass } = setUp({ staleAfterMs: 20 })
    const earlier = await find('winterglass')
    pass(60 * MINUTE)
    fake.misbehave({ kind: 'slow', ms: 150 })
    fake.beEmpty(true)
    await expect(find('winterglass')).resolves.toEqual({ ...earlier, stale: 'catalogue_timeout' })
    await expect.poll(() => find('winterglass')).toEqual({ books: [], more: false, total: 0, stale: null })
    expect(fake.received).toHaveLength(2)
  })
})

describe('books seen in a search', () => {
  it('need no further query', async () => {
    const { catalogue, find } = setUp()
    const { books } = await find('winterglass')
    const asin = books[0]?.asin ?? ''
    fake.received.length = 0
    await expect(catalogue.book(asin)).resolves.toEqual(books[0])
    await expect(catalogue.remembered(asin)).resolves.toEqual(books[0])
    expect(fake.received).toEqual([])
  })

  it('are cached only for their region', async () => {
    const { catalogue, find } = setUp()
    await find('leuchtturm', { region: 'de' })
    await expect(catalogue.remembered('EMODD00014', 'us')).resolves.toBeNull()
    await expect(catalogue.book('EMODD00014', 'us')).resolves.toBeNull()
    await expect(catalogue.book('EMODD00014', 'de')).resolves.toMatchObject({
      title: 'Der letzte Leuchtturm',
    })
  })

  it('are cached however long ago, without asking the catalogue', async () => {
    const { catalogue, find, pass } = setUp()
    await find('winterglass')
    const { books } = await find('winterglass')
    pass(7 * 24 * 60 * MINUTE)
    fake.received.length = 0
    await expect(catalogue.remembered(books[0]?.asin ?? '')).resolves.toEqual(books[0])
    expect(fake.received).toEqual([])
  })
})
