import type { ServerResponse } from 'node:http'
import type { Region } from '#contract/common'
import { BOOKS } from './catalogue/books'
import { coverPicture } from './catalogue/covers/cover-pictures'
import type { FakeBook } from './catalogue/fake-book'
import { chosenFrom, similarTo, sorted } from './catalogue/lists'
import { createRanking } from './catalogue/ranking'
import { silence } from './catalogue/silence'
import { seriesProduct } from './catalogue/series'
import { CATEGORIES, toProduct, toStub, toSuggestions } from './catalogue/wire'
import { sendJson, startFakeServer } from './fake-server'
import type { ReceivedRequest } from './fake-server'

const REGIONS = new Map<string, Region>([
  ['com', 'us'],
  ['ca', 'ca'],
  ['co.uk', 'uk'],
  ['com.au', 'au'],
  ['fr', 'fr'],
  ['de', 'de'],
  ['co.jp', 'jp'],
  ['it', 'it'],
  ['in', 'in'],
  ['es', 'es'],
  ['com.br', 'br'],
])
/** Where titles in a language are listed first. */
const HOME: Partial<Record<Region, string>> = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  jp: 'japanese',
  br: 'portuguese',
}
/** A sample of ten seconds. */
const SAMPLE_FRAMES = 383
/** The real one serves no more than about this many results of a search. */
const REACHABLE = 500

interface CatalogueFakeOptions {
  port?: number
  /** Books that it sells besides. */
  more?: FakeBook[]
  /** Edge of the largest cover, in pixels; any size where it is left out. */
  largestCover?: number | undefined
}

function soldIn(region: Region, of: readonly FakeBook[]): FakeBook[] {
  const sold = of.filter((book) => book.regions === undefined || book.regions.includes(region))
  const home = HOME[region]
  return [...sold.filter((book) => book.language === home), ...sold.filter((book) => book.language !== home)]
}

function wholeNumber(text: string | null, fallback: number): number {
  const value = Number(text ?? fallback)
  return Number.isInteger(value) && value >= 0 ? value : fallback
}

/**
 * Starts a catalogue that speaks like the real one and sells some two hundred invented audiobooks with
 * drawn covers, and more where they are given. `baseUrl` takes the region's `{tld}` as the first part of the path.
 */
export async function startCatalogueFake({
  port = 0,
  more = [],
  largestCover = Infinity,
}: CatalogueFakeOptions = {}) {
  const all = [...BOOKS, ...more]
  const shops = new Map<Region, { books: FakeBook[]; ranked: (query: string) => FakeBook[] }>()
  let empty = false

  function shopOf(region: Region) {
    const known = shops.get(region)
    if (known !== undefined) return known
    const books = soldIn(region, all)
    const shop = { books, ranked: createRanking(books) }
    shops.set(region, shop)
    return shop
  }

  function search({ query }: ReceivedRequest, region: Region, response: ServerResponse): void {
    const limit = Math.min(50, wholeNumber(query.get('num_results'), 20))
    const page = Math.min(wholeNumber(query.get('page'), 0), Math.floor(REACHABLE / limit) - 1)
    const { books, ranked } = shopOf(region)
    const matching = chosenFrom(books, query) ?? ranked(query.get('keywords') ?? '')
    const found = empty ? [] : sorted(matching, query.get('products_sort_by'))
    const groups = (query.get('response_groups') ?? '').split(',')
    sendJson(response, {
      product_filters: [],
      products: found
        .slice(page * limit, (page + 1) * limit)
        .map((book) => toProduct(book, groups, images())),
      response_groups: ['always-returned', ...groups],
      total_results: found.length,
    })
  }

  function product({ query }: ReceivedRequest, region: Region, asin: string, response: ServerResponse): void {
    if (asin.length !== 10) return sendJson(response, { message: '1 validation error detected' }, 400)
    const groups = (query.get('response_groups') ?? '').split(',')
    const { books } = shopOf(region)
    const book = books.find((candidate) => candidate.asin === asin)
    const sold = book ? toProduct(book, groups, images()) : seriesProduct(books, asin)
    const answer = sold === null || empty ? toStub(asin) : sold
    sendJson(response, { product: answer, response_groups: ['always-returned', ...groups] })
  }

  function similar({ query }: ReceivedRequest, region: Region, asin: string, response: ServerResponse): void {
    const limit = Math.min(50, wholeNumber(query.get('num_results'), 10))
    const groups = (query.get('response_groups') ?? '').split(',')
    const found = empty ? [] : similarTo(shopOf(region).books, asin, query.get('similarity_type'))
    sendJson(response, {
      response_groups: ['always-returned', ...groups],
      similar_products: found.slice(0, limit).map((book) => toProduct(book, groups, images())),
    })
  }

  function suggestions({ query }: ReceivedRequest, region: Region, response: ServerResponse): void {
    const words = query.get('key_strokes') ?? ''
    const found = empty ? [] : shopOf(region).ranked(words)
    sendJson(response, {
      view: { templates: 'RowCollection' },
      model: { items: toSuggestions(found, words) },
    })
  }

  function categories(response: ServerResponse): void {
    sendJson(response, {
      response_groups: ['always-returned', 'category_metadata'],
      categories: empty ? [] : CATEGORIES.map((category) => ({ ...category, children: [] })),
    })
  }

  async function image(name: string, response: ServerResponse): Promise<void> {
    const [, asin, size] = /^([A-Z0-9]{10})\._SL(\d+)_\.jpg$/.exec(name) ?? []
    const book = BOOKS.find((candidate) => candidate.asin === asin)
    if (book === undefined) return sendJson(response, { message: 'No such picture' }, 404)
    response
      .writeHead(200, { 'content-type': 'image/jpeg' })
      .end(await coverPicture(book, Math.min(Number(size), largestCover)))
  }

  function sample(name: string, response: ServerResponse): void {
    const book = all.find(({ asin }) => name === `${asin}_sample.mp3`)
    if (book === undefined) return sendJson(response, { message: 'No such sample' }, 404)
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(silence(SAMPLE_FRAMES))
  }

  const server = await startFakeServer(async (request, response) => {
    const [first = '', ...rest] = request.path.slice(1).split('/')
    if (first === 'samples') return sample(rest[0] ?? '', response)
    if (first === 'images') return image(rest[0] ?? '', response)
    const region = REGIONS.get(first)
    const resource = region === undefined ? request.path.slice(1) : rest.join('/')
    const [, asin, sims] = /^1\.0\/catalog\/products\/([^/]+)(\/sims)?$/.exec(resource) ?? []
    if (resource === '1.0/catalog/products') return search(request, region ?? 'us', response)
    if (resource === '1.0/catalog/categories') return categories(response)
    if (asin !== undefined && sims) return similar(request, region ?? 'us', asin, response)
    if (asin !== undefined) return product(request, region ?? 'us', asin, response)
    if (resource === '1.0/searchsuggestions') return suggestions(request, region ?? 'us', response)
    sendJson(response, { message: 'No such resource' }, 404)
  }, port)
  const images = () => `${server.url}/images`

  return {
    ...server,
    /** For SVC_CATALOGUE__BASE_URL. */
    baseUrl: `${server.url}/{tld}`,
    /** The invented books, for tests that need one of a kind. */
    books: BOOKS,
    /** Finds nothing from now on, or everything again. */
    beEmpty(value: boolean) {
      empty = value
    },
  }
}

export type CatalogueFake = Awaited<ReturnType<typeof startCatalogueFake>>
