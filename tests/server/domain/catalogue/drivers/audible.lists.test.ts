import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import { createAudibleLists } from '#server/domain/catalogue/drivers/audible.lists'

let fake: CatalogueFake
beforeAll(async () => {
  fake = await startCatalogueFake()
})
afterEach(() => {
  fake.misbehave(null)
  fake.received.length = 0
})
afterAll(() => fake.close())

const lists = () => createAudibleLists({ fetch, baseUrl: fake.baseUrl })
const queried = () => Object.fromEntries(fake.received[0]?.query ?? [])
const asinOf = (title: string) => fake.books.find((book) => book.title === title)?.asin ?? ''

describe('a list of the catalogue', () => {
  it('is fetched by category, in pages counted from 0', async () => {
    const category = (await lists().categories('us')).find(({ name }) => name === 'History')
    fake.received.length = 0
    const of = { category: category?.id ?? '' }
    const books = await lists().list({ region: 'us', sort: 'bestsellers', of, page: 0 })
    expect(books.length).toBeGreaterThan(5)
    for (const book of books) expect(book.categories).toContain(category?.name)
    expect(queried()).toMatchObject({ category_id: category?.id, products_sort_by: 'BestSellers', page: '0' })
  })

  it('has the newest first, announced books before all others', async () => {
    const books = await lists().list({ region: 'us', sort: 'newest', page: 0 })
    const dates = books.flatMap(({ releaseDate }) => releaseDate ?? [])
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(queried()).toMatchObject({ products_sort_by: '-ReleaseDate' })
  })

  it('has the books of an author or a narrator', async () => {
    const byAuthor = await lists().list({
      region: 'us',
      sort: 'bestsellers',
      of: { author: 'Corvin Thale' },
      page: 0,
    })
    expect(new Set(byAuthor.flatMap(({ authors }) => authors))).toEqual(new Set(['Corvin Thale']))
    const of = { narrator: 'Aurelia Finch' }
    const byNarrator = await lists().list({ region: 'us', sort: 'bestsellers', of, page: 0 })
    expect(byNarrator.length).toBeGreaterThan(0)
    for (const { narrators } of byNarrator) expect(narrators).toContain('Aurelia Finch')
  })
})

describe('beside a book, the catalogue lists', () => {
  it('the next in its series', async () => {
    const books = await lists().similar({
      asin: asinOf('The Salt Lantern'),
      region: 'us',
      likeness: 'next_in_series',
    })
    expect(books.slice(0, 2).map(({ title }) => title)).toEqual([
      'A Road of Small Lights',
      'The Keeper of Wicks',
    ])
  })

  it('similar ones', async () => {
    const asin = asinOf('The Salt Lantern')
    const books = await lists().similar({ asin, region: 'us', likeness: 'similar' })
    expect(books.length).toBeGreaterThan(5)
    expect(books.map((book) => book.asin)).not.toContain(asin)
  })

  it('nothing if it does not have the book', async () => {
    fake.misbehave({ kind: 'status', status: 404 })
    await expect(lists().similar({ asin: 'EMNOTHERE0', region: 'us', likeness: 'similar' })).resolves.toEqual(
      [],
    )
  })
})

describe('categories', () => {
  it('are those of the first level, and an unreadable one is skipped', async () => {
    const odd = await startFakeServer((_request, response) =>
      sendJson(response, { categories: [{ id: 18, name: 'History' }, { id: 'x', name: 'Odd' }, null, {}] }),
    )
    const found = await createAudibleLists({ fetch, baseUrl: odd.url }).categories('us')
    await odd.close()
    expect(found).toEqual([{ id: '18', name: 'History' }])
  })
})
