import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { catalogueTimeout } from '#server/domain/catalogue/catalogue.errors'
import { createCatalogue } from '#server/domain/catalogue/catalogue.service'
import { createAudibleCatalogue } from '#server/domain/catalogue/drivers/audible'
import { createCatalogueCache } from '#server/domain/catalogue/drivers/catalogue-cache'
import { createFindBooks } from '#server/domain/catalogue/find-books'

let fake: CatalogueFake
beforeAll(async () => {
  fake = await startCatalogueFake()
})
afterEach(() => {
  fake.misbehave(null)
  fake.received.length = 0
})
afterAll(() => fake.close())

function setUp({ isSuggesting = true } = {}) {
  const catalogue = createCatalogue({
    driver: createAudibleCatalogue({ fetch: globalThis.fetch, baseUrl: fake.baseUrl }),
    cache: createCatalogueCache(),
    clock: () => new Date('2026-11-21T12:00:00Z'),
    defaultRegion: 'us',
  })
  const findBooks = createFindBooks({
    ...catalogue,
    suggestions: isSuggesting ? catalogue.suggestions : () => Promise.reject(catalogueTimeout()),
  })
  return async (query: string, { page = 0, exact = false } = {}) => {
    const { books, ...rest } = await findBooks({ query, page, exact, limit: 20 })
    return { titles: books.map(({ title }) => title), regions: books.map(({ region }) => region), ...rest }
  }
}

describe('pasted text instead of words', () => {
  it('finds the book of a link in the shop’s region', async () => {
    const find = setUp()
    const found = await find('https://www.audible.de/pd/Der-letzte-Leuchtturm-Hoerbuch/EMODD00014?ref=a')
    expect(found).toMatchObject({
      titles: ['Der letzte Leuchtturm'],
      regions: ['de'],
      pasted: 'book',
      more: false,
    })
    expect(fake.received.map(({ path }) => path)).toEqual(['/de/1.0/catalog/products/EMODD00014'])
  })

  it('finds the book of an ASIN in the region of the search', async () => {
    expect(await setUp()('EMODD00019')).toMatchObject({ titles: ['The First Wick'], pasted: 'book' })
  })

  it.each(['9780306406157', '0-306-40615-2'])('finds the one book of an ISBN: %s', async (isbn) => {
    expect(await setUp()(isbn)).toMatchObject({ titles: ['The First Wick'], pasted: 'book' })
  })

  it('searches for the title in a link if the catalogue does not have its ASIN', async () => {
    const found = await setUp()('https://www.amazon.co.uk/First-Wick-Oakhollow/dp/0441013597')
    expect(found).toMatchObject({
      titles: ['The First Wick'],
      regions: ['uk'],
      pasted: 'words',
      words: 'First Wick Oakhollow',
    })
  })

  it('searches for the title in a Goodreads link, page after page', async () => {
    const find = setUp()
    const link = 'https://www.goodreads.com/book/show/44767458-salt-lantern'
    expect(await find(link)).toMatchObject({ titles: ['The Salt Lantern'], words: 'salt lantern' })
    expect(await find(link, { page: 1 })).toMatchObject({ titles: [], words: 'salt lantern' })
  })

  it.each(['https://amzn.to/3xYzAbC', 'B0NOWHERE1', 'https://www.audible.com/pd/B0NOWHERE1'])(
    'says that it leads nowhere: %s',
    async (text) => {
      expect(await setUp()(text)).toMatchObject({ titles: [], pasted: 'nothing', words: null, more: false })
    },
  )

  it('says what is wrong with the catalogue', async () => {
    fake.misbehave({ kind: 'reset' })
    await expect(setUp()('B0NOWHERE1')).rejects.toMatchObject({ code: 'catalogue_unreachable' })
  })
})

describe('words that find nothing', () => {
  it.each([
    ['oakholow', 'Oakhollow'],
    ['Oakholow, Marin', 'Maren Oakhollow'],
    ['slat lantern', 'Salt Lantern'],
  ])('are corrected by what the catalogue suggests: %s', async (query, words) => {
    const found = await setUp()(query)
    expect(found).toMatchObject({ pasted: null, words })
    expect(found.titles).toContain('The Salt Lantern')
  })

  it('take no extra query if they find something, are meant literally, or are on later pages', async () => {
    const find = setUp()
    await find('oakhollow')
    expect(await find('oakholow', { exact: true })).toMatchObject({ titles: [], words: null })
    expect(await find('oakholow', { page: 1 })).toMatchObject({ titles: [], words: null })
    expect(fake.received.filter(({ path }) => path.endsWith('/searchsuggestions'))).toEqual([])
  })

  it('stay unchanged if nothing is similar, or the catalogue fails', async () => {
    expect(await setUp()('qqqqqq zzzzzz')).toMatchObject({ titles: [], words: null })
    const find = setUp({ isSuggesting: false })
    expect(await find('oakholow')).toMatchObject({ titles: [], words: null })
  })
})

it('words are searched for literally', async () => {
  expect(await setUp()('salt lantern')).toMatchObject({
    titles: ['The Salt Lantern'],
    pasted: null,
    words: null,
  })
})
