import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seriesAsin } from '#fakes/catalogue/series'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import { requestedBookSchema } from '#contract/books'
import { requestMany } from '#contract/bulk'
import { problemSchema } from '#contract/common'
import { getSeries, listBookSeries, type SeriesDto } from '#contract/series'
import { startTestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { countReads } from '#tests/support/counted-reads'

const ROADS = seriesAsin('The Lantern Roads')
const HOUR = 60 * 60_000
let late = 0

const {
  server,
  catalogue,
  asinOf,
  trusted: reader,
  admin,
} = serveCatalogue({
  environment: { SVC_APP__BASE_URL: '/audiobooks' },
  clock: () => new Date(Date.now() + late),
})

afterEach(() => {
  catalogue.misbehave(null)
  catalogue.beEmpty(false)
  catalogue.received.length = 0
})

const get = (path: string) => server.fetch(`/api/${path}`, { headers: reader })
const readSeries = async (answer: Response) => getSeries.answers[200].schema.parse(await answer.json())
const titles = ({ books }: SeriesDto) => books.map(({ position, book }) => `${position}: ${book.title}`)
const ask = (asin: string) => server.fetch(`/api/requests/${asin}`, { method: 'POST', headers: reader })

describe('GET /api/series/{asin}', () => {
  it('returns its books in order with their status, and counts them', async () => {
    const ferry = asinOf('The Ash Ferry')
    await ask(ferry)
    const arrived = asinOf('A Road of Small Lights')
    await ask(arrived)
    await server.fetch(`/api/requests/${arrived}/downloaded`, { method: 'PATCH', headers: admin })
    const series = await readSeries(await get(`series/${ROADS}`))
    expect(series).toMatchObject({ asin: ROADS, region: 'us', title: 'The Lantern Roads' })
    expect(titles(series).slice(0, 2)).toEqual(['0.5: The First Wick', '1: The Ash Ferry'])
    expect(titles(series).at(-1)).toBe('6: A Lantern for the Deep')
    const standingOf = (asin: string) => series.books.find(({ book }) => book.asin === asin)?.standing
    expect(standingOf(ferry)).toBe('requested')
    expect(standingOf(arrived)).toBe('available')
    expect(standingOf('EMODD00016')).toBe('other_edition')
    expect(standingOf('EMODD00018')).toBe('other_edition')
    expect(standingOf('EMODD00009')).toBe('upcoming')
    expect(series.counts).toEqual({
      ...{ total: 9, available: 1, requested: 1, upcoming: 1, other_edition: 2, missing: 4 },
    })
    expect(series.books[1]?.actions).toContain('withdraw')
    expect(series.books[0]?.book.cover_image).toMatch(/^\/audiobooks\/api\/covers\//)
  })

  it('asks the catalogue once for all callers, and still shows requests immediately', async () => {
    await get(`series/${ROADS}`)
    catalogue.received.length = 0
    const asin = asinOf('The Keeper of Wicks')
    expect((await ask(asin)).status).toBe(201)
    const series = await readSeries(await get(`series/${ROADS}`))
    expect(series.books.find(({ book }) => book.asin === asin)?.standing).toBe('requested')
    expect(catalogue.received).toEqual([])
  })

  it('returns what it had while the catalogue is down, marked as such', async () => {
    await get(`series/${ROADS}`)
    late += HOUR
    catalogue.misbehave({ kind: 'html' })
    const answer = await get(`series/${ROADS}`)
    expect(answer.headers.get('x-catalogue-stale')).toBe('catalogue_not_its_api')
    expect((await readSeries(answer)).books).toHaveLength(9)
  })

  it('returns its requested books if the catalogue has never been asked', async () => {
    const asin = asinOf('Bramble King')
    await ask(asin)
    catalogue.misbehave({ kind: 'html' })
    const answer = await get(`series/${seriesAsin('Crown of Nettles')}`)
    expect(answer.headers.get('x-catalogue-stale')).toBe('catalogue_not_its_api')
    const series = await readSeries(answer)
    expect(series.title).toBe('Crown of Nettles')
    expect(titles(series)).toEqual(['2: Bramble King'])
    expect((await get(`series/${seriesAsin('Meridian')}`)).status).toBe(502)
  })

  it('answers 404 if the region has none, or it is a book', async () => {
    for (const asin of ['ES00000000', asinOf('Winterglass')]) {
      const answer = await get(`series/${asin}`)
      expect(answer.status).toBe(404)
      expect(problemSchema.parse(await answer.json()).code).toBe('no_such_series')
    }
    expect((await get('series/none')).status).toBe(422)
  })
})

describe('POST /api/requests', () => {
  it('requests the missing books of a series, and reports each result', async () => {
    const nettles = `series/${seriesAsin('Crown of Nettles')}`
    const { books, counts } = await readSeries(await get(nettles))
    const asins = books.flatMap(({ standing, book }) => (standing === 'missing' ? book.asin : []))
    expect(asins.length).toBeGreaterThan(1)
    const answer = await server.fetch('/api/requests', {
      method: 'POST',
      headers: { ...reader, 'content-type': 'application/json' },
      body: JSON.stringify({ asins: [...asins, 'B000000404'] }),
    })
    const { done, failed } = requestMany.answers[200].schema.parse(await answer.json())
    expect(done).toEqual(asins)
    expect(failed.map(({ asin, code }) => [asin, code])).toEqual([['B000000404', 'not_in_region']])
    const after = await readSeries(await get(nettles))
    expect(after.counts).toMatchObject({ requested: counts.requested + asins.length, missing: 0 })
  })
})

describe('GET /api/books/{asin}/series', () => {
  const around = async (asin: string) =>
    listBookSeries.answers[200].schema.parse(await (await get(`books/${asin}/series`)).json())

  it('returns each series with the books around it, and the counts of the whole series', async () => {
    const [series, ...others] = await around(asinOf('The Keeper of Wicks'))
    expect(others).toEqual([])
    expect(series?.asin).toBe(ROADS)
    expect(series && titles(series)).toEqual([
      ...['2: The Salt Lantern', '3: A Road of Small Lights', '4: The Keeper of Wicks'],
      ...['5: The Last Lamplighter', '6: A Lantern for the Deep'],
    ])
    expect(series?.counts.total).toBe(9)
  })

  it('is empty for a book without a series, and for one requested by hand', async () => {
    expect(await around(asinOf('Winterglass'))).toEqual([])
    expect(await around('H000000001')).toEqual([])
  })

  it('finds the series of a book stored without its ASIN', async () => {
    const asin = asinOf('Thornborn')
    await ask(asin)
    const { audiobooks } = server.app.database.tables
    const series = [{ title: 'Crown of Nettles', position: '1' }]
    await server.app.database.write((within) => within.update(audiobooks).set({ series }))
    const [found] = await around(asin)
    expect(found).toMatchObject({ asin: seriesAsin('Crown of Nettles'), title: 'Crown of Nettles' })
  })
})

describe.each([
  ['authors', 'Maren Oakhollow'],
  ['narrators', 'Tobias Fenwright'],
])('GET /api/%s/{name}', (path, name) => {
  const of = (query = '', who = name) => get(`${path}/${encodeURIComponent(who)}${query}`)
  const booksOf = async (answer: Response) => z.array(requestedBookSchema).parse(await answer.json())

  it('returns their books in the requested order, page after page', async () => {
    const first = await of('?sort=title&num_results=3')
    expect(first.headers.get('x-catalogue-more')).toBe('true')
    const books = await booksOf(first)
    const shown = books.map(({ book }) => book.title)
    expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other)))
    const second = await booksOf(await of('?sort=title&num_results=3&page=1'))
    expect(second.map(({ book }) => book.asin)).not.toContain(books[0]?.book.asin)
    const past = await of('?sort=title&page=20')
    expect(past.headers.get('x-catalogue-more')).toBeNull()
    expect(await booksOf(past)).toEqual([])
  })

  it('omits available or requested books on demand', async () => {
    const asin = asinOf('The Last Lamplighter')
    await ask(asin)
    const all = await booksOf(await of('?num_results=50'))
    const rest = await booksOf(await of('?num_results=50&show=not_requested'))
    expect(all.map(({ book }) => book.asin)).toContain(asin)
    expect(rest.map(({ book }) => book.asin)).not.toContain(asin)
    expect(rest.length).toBeGreaterThan(0)
    expect(rest.every(({ book }) => book.status === null)).toBe(true)
  })

  it('returns their requested books if the catalogue has never been asked', async () => {
    catalogue.misbehave({ kind: 'html' })
    const answer = await of('?num_results=49')
    expect(answer.headers.get('x-catalogue-stale')).toBe('catalogue_not_its_api')
    expect((await booksOf(answer)).length).toBeGreaterThan(0)
    expect((await of('', 'Nobody At All')).status).toBe(502)
  })

  it('is empty for a name that no one has, and accepts any', async () => {
    for (const who of ['Nobody At All', 'A/B', '村上 春樹', '%', '..%2f']) {
      const answer = await of('', who)
      expect(answer.status, who).toBe(200)
      expect(await booksOf(answer), who).toEqual([])
    }
    expect((await of('?sort=length')).status).toBe(422)
  })
})

describe('a series of 200 books', () => {
  it('makes as few database queries as one of two', async () => {
    const asinAt = (at: number) => `EM${String(at).padStart(8, '0')}`
    const shop = await startFakeServer((request, response) => {
      const asins = request.query.get('asins')?.split(',')
      const length = request.path.endsWith('ES00000200') ? 200 : 2
      const relationships = Array.from({ length }, (_, at) => ({
        ...{ relationship_to_product: 'child', relationship_type: 'series' },
        ...{ asin: asinAt(at), sequence: String(at + 1), sort: String(at) },
      }))
      sendJson(
        response,
        asins
          ? { products: asins.map((asin) => ({ asin, title: `Book ${asin}` })) }
          : { product: { title: 'Long', relationships } },
      )
    })
    const own = await startTestApp({ environment: { SVC_CATALOGUE__BASE_URL: shop.url } })
    const headers = await addCaller(own.app, 'trusted')
    const reads = countReads(own.app.database)
    const readsOf = async (asin: string, books: number) => {
      const before = reads()
      const answer = await own.fetch(`/api/series/${asin}`, { headers })
      expect((await readSeries(answer)).books).toHaveLength(books)
      return reads() - before
    }
    await readsOf('ES00000002', 2)
    expect(await readsOf('ES00000200', 200)).toBe(await readsOf('ES00000002', 2))
    await own.close()
    await shop.close()
  })
})

describe('POST /api/requests', () => {
  it('asks a failing catalogue for no more books', async () => {
    catalogue.misbehave({ kind: 'reset' })
    const asins = ['B0MANY0001', 'B0MANY0002', 'B0MANY0003']
    const answer = await server.fetch('/api/requests', {
      method: 'POST',
      headers: { ...reader, 'content-type': 'application/json' },
      body: JSON.stringify({ asins }),
    })
    const { done, failed } = requestMany.answers[200].schema.parse(await answer.json())
    expect(done).toEqual([])
    expect(failed.map(({ asin, code }) => [asin, code])).toEqual(
      asins.map((asin) => [asin, 'catalogue_unreachable']),
    )
    expect(catalogue.received.map(({ path }) => path)).toEqual(['/com/1.0/catalog/products/B0MANY0001'])
  })
})
