import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { seriesAsin } from '#fakes/catalogue/series'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import { createAudibleSeries } from '#server/domain/catalogue/drivers/audible.series'

let fake: CatalogueFake
beforeAll(async () => {
  fake = await startCatalogueFake()
})
afterEach(() => {
  fake.misbehave(null)
  fake.received.length = 0
})
afterAll(() => fake.close())

const ROADS = seriesAsin('The Lantern Roads')
const catalogue = (baseUrl = fake.baseUrl) => createAudibleSeries({ fetch, baseUrl })

describe('a series', () => {
  it('has its books with their positions, in the order of the catalogue, and nothing else', async () => {
    const series = await catalogue().series(ROADS, 'us')
    expect(series).toMatchObject({ asin: ROADS, region: 'us', title: 'The Lantern Roads' })
    const places = series?.books.map(({ position, book }) => `${position}: ${book.title}`) ?? []
    expect(places).toEqual(expect.arrayContaining(['1: The Ash Ferry', '5: The Last Lamplighter']))
    expect(places.indexOf('1: The Ash Ferry')).toBeLessThan(places.indexOf('2: The Salt Lantern'))
    expect(series?.books.map(({ position }) => position)).toEqual(expect.arrayContaining(['0.5', '1-3']))
  })

  it('is missing if the region does not have it, or if it is a book', async () => {
    await expect(catalogue().series('ES00000000', 'us')).resolves.toBeNull()
    const [book] = fake.books
    await expect(catalogue().series(book?.asin ?? '', 'us')).resolves.toBeNull()
  })

  it('of two hundred books is fetched fifty at a time, and survives bad ones', async () => {
    const asinAt = (at: number) => `EM${String(at).padStart(8, '0')}`
    const queries: string[][] = []
    const server = await startFakeServer((request, response) => {
      const asins = request.query.get('asins')?.split(',')
      if (!asins) {
        const relationships = Array.from({ length: 200 }, (_, at) => ({
          asin: asinAt(at),
          relationship_to_product: 'child',
          relationship_type: 'series',
          sequence: at === 7 ? null : String(at + 1),
          sort: at === 9 ? 'no number' : String(at),
        }))
        return sendJson(response, {
          product: { title: 'Long', relationships: [...relationships, { asin: 7 }, relationships[0]] },
        })
      }
      queries.push(asins)
      const products = asins.map((asin) => ({ asin, title: `Book ${asin}`, release_date: '2200-01-01' }))
      sendJson(response, { products: [null, { asin: asins[0] }, ...products.slice(1)] })
    })
    const series = await catalogue(server.url).series('ES00000001', 'us')
    await server.close()
    expect(queries.map((asins) => asins.length)).toEqual([50, 50, 50, 50])
    expect(series?.books).toHaveLength(196)
    expect(series?.books.every(({ book }) => book.releaseDate === null)).toBe(true)
    expect(series?.books.find(({ book }) => book.asin === asinAt(7))?.position).toBeNull()
    expect(series?.books.at(-1)?.book.asin).toBe(asinAt(9))
  })
})

describe('the books of a person', () => {
  const ask = (facts: Partial<Parameters<ReturnType<typeof catalogue>['byPerson']>[0]> = {}) =>
    catalogue().byPerson({
      ...{ name: 'Maren Oakhollow', role: 'author', region: 'us', sort: 'title', page: 0, limit: 50 },
      ...facts,
    })

  it('are those that credit exactly this name in this role', async () => {
    const { books } = await ask()
    expect(books.length).toBeGreaterThan(5)
    expect(books.every(({ authors }) => authors.includes('Maren Oakhollow'))).toBe(true)
    await expect(ask({ name: 'Maren Oak' })).resolves.toMatchObject({ books: [], more: true })
    const read = await ask({ name: 'Tobias Fenwright', role: 'narrator' })
    expect(read.books.every(({ narrators }) => narrators.includes('Tobias Fenwright'))).toBe(true)
  })

  it('are fetched in pages counted from 0, in a given order', async () => {
    const first = await ask({ limit: 3 })
    const second = await ask({ limit: 3, page: 1 })
    expect(fake.received.map(({ query }) => query.get('page'))).toEqual(['0', '1'])
    expect(fake.received[0]?.query.get('products_sort_by')).toBe('Title')
    expect(first.books.map(({ asin }) => asin)).not.toContain(second.books[0]?.asin)
    await expect(ask({ limit: 50, page: 10 })).resolves.toEqual({ books: [], more: false })
    expect(fake.received).toHaveLength(2)
  })
})
