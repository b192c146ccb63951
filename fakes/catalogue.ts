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
/** The region that lists titles in a language first. */
const HOME: Partial<Record<Region, string>> = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  jp: 'japanese',
  br: 'portuguese',
}
/** MPEG frames in a sample of ten seconds. */
const SAMPLE_FRAMES = 383
/** Maximum search results, about as in the real catalogue. */
const REACHABLE = 500

interface CatalogueFakeOptions {
  port?: number
  /** Additional books. */
  more?: FakeBook[]
  /** Edge of the largest cover, in pixels; any size if omitted. */
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

interface Shop {
  books: FakeBook[]
  ranked: (query: string) => FakeBook[]
}

interface Catalogue {
  all: readonly FakeBook[]
  largestCover: number
  /** By region, created on first use. */
  shops: Map<Region, Shop>
  /** Whether searches find nothing. */
  empty: boolean
  /** Address of the covers. */
  images: () => string
}

interface Call {
  catalogue: Catalogue
  region: Region
  query: URLSearchParams
  response: ServerResponse
}

/**
 * Starts a catalogue that behaves like the real one, with some two hundred invented audiobooks and drawn
 * covers, plus any given ones. `baseUrl` has the region's `{tld}` as the first part of the path.
 */
export async function startCatalogueFake({
  port = 0,
  more = [],
  largestCover = Infinity,
}: CatalogueFakeOptions = {}) {
  const catalogue: Catalogue = {
    all: [...BOOKS, ...more],
    largestCover,
    shops: new Map(),
    empty: false,
    images: () => `${server.url}/images`,
  }
  const server = await startFakeServer((request, response) => answer(catalogue, request, response), port)

  return {
    ...server,
    /** For SVC_CATALOGUE__BASE_URL. */
    baseUrl: `${server.url}/{tld}`,
    /** The invented books, for tests that need a particular kind of book. */
    books: BOOKS,
    /** Makes searches find nothing, or everything again. */
    beEmpty(value: boolean) {
      catalogue.empty = value
    },
  }
}

function answer(
  catalogue: Catalogue,
  { path, query }: ReceivedRequest,
  response: ServerResponse,
): void | Promise<void> {
  const [first = '', ...rest] = path.slice(1).split('/')
  if (first === 'samples') return sample(catalogue, rest[0] ?? '', response)
  if (first === 'images') return image(catalogue, rest[0] ?? '', response)
  const region = REGIONS.get(first)
  const resource = region === undefined ? path.slice(1) : rest.join('/')
  const call = { catalogue, region: region ?? 'us', query, response }
  const [, asin, sims] = /^1\.0\/catalog\/products\/([^/]+)(\/sims)?$/.exec(resource) ?? []
  if (resource === '1.0/catalog/products') return search(call)
  if (resource === '1.0/catalog/categories') return categories(call)
  if (asin !== undefined && sims) return similar(call, asin)
  if (asin !== undefined) return product(call, asin)
  if (resource === '1.0/searchsuggestions') return suggestions(call)
  sendJson(response, { message: 'No such resource' }, 404)
}

function shopOf({ shops, all }: Catalogue, region: Region): Shop {
  const known = shops.get(region)
  if (known !== undefined) return known
  const books = soldIn(region, all)
  const shop = { books, ranked: createRanking(books) }
  shops.set(region, shop)
  return shop
}

const groupsOf = (query: URLSearchParams) => (query.get('response_groups') ?? '').split(',')

function search({ catalogue, region, query, response }: Call): void {
  const limit = Math.min(50, wholeNumber(query.get('num_results'), 20))
  const page = Math.min(wholeNumber(query.get('page'), 0), Math.floor(REACHABLE / limit) - 1)
  const { books, ranked } = shopOf(catalogue, region)
  const matching = chosenFrom(books, query) ?? ranked(query.get('keywords') ?? '')
  const found = catalogue.empty ? [] : sorted(matching, query.get('products_sort_by'))
  const groups = groupsOf(query)
  sendJson(response, {
    product_filters: [],
    products: found
      .slice(page * limit, (page + 1) * limit)
      .map((book) => toProduct(book, groups, catalogue.images())),
    response_groups: ['always-returned', ...groups],
    total_results: found.length,
  })
}

function product({ catalogue, region, query, response }: Call, asin: string): void {
  if (asin.length !== 10) return sendJson(response, { message: '1 validation error detected' }, 400)
  const groups = groupsOf(query)
  const { books } = shopOf(catalogue, region)
  const book = books.find((candidate) => candidate.asin === asin)
  const sold = book ? toProduct(book, groups, catalogue.images()) : seriesProduct(books, asin)
  const said = sold === null || catalogue.empty ? toStub(asin) : sold
  sendJson(response, { product: said, response_groups: ['always-returned', ...groups] })
}

function similar({ catalogue, region, query, response }: Call, asin: string): void {
  const limit = Math.min(50, wholeNumber(query.get('num_results'), 10))
  const groups = groupsOf(query)
  const { books } = shopOf(catalogue, region)
  const found = catalogue.empty ? [] : similarTo(books, asin, query.get('similarity_type'))
  sendJson(response, {
    response_groups: ['always-returned', ...groups],
    similar_products: found.slice(0, limit).map((book) => toProduct(book, groups, catalogue.images())),
  })
}

function suggestions({ catalogue, region, query, response }: Call): void {
  const words = query.get('key_strokes') ?? ''
  const found = catalogue.empty ? [] : shopOf(catalogue, region).ranked(words)
  sendJson(response, {
    view: { templates: 'RowCollection' },
    model: { items: toSuggestions(found, words) },
  })
}

function categories({ catalogue, response }: Call): void {
  sendJson(response, {
    response_groups: ['always-returned', 'category_metadata'],
    categories: catalogue.empty ? [] : CATEGORIES.map((category) => ({ ...category, children: [] })),
  })
}

async function image({ largestCover }: Catalogue, name: string, response: ServerResponse): Promise<void> {
  const [, asin, size] = /^([A-Z0-9]{10})\._SL(\d+)_\.jpg$/.exec(name) ?? []
  const book = BOOKS.find((candidate) => candidate.asin === asin)
  if (book === undefined) return sendJson(response, { message: 'No such picture' }, 404)
  const picture = await coverPicture(book, Math.min(Number(size), largestCover))
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
}

function sample({ all }: Catalogue, name: string, response: ServerResponse): void {
  const book = all.find(({ asin }) => name === `${asin}_sample.mp3`)
  if (book === undefined) return sendJson(response, { message: 'No such sample' }, 404)
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(silence(SAMPLE_FRAMES))
}

export type CatalogueFake = Awaited<ReturnType<typeof startCatalogueFake>>
