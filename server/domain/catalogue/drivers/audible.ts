import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { bind } from '#server/domain/bind'
import { catalogueNotItsApi } from '#server/domain/catalogue/catalogue.errors'
import type {
  CatalogueBook,
  CatalogueDriver,
  CatalogueQuery,
  SearchedPage,
  Suggestion,
} from '#server/domain/catalogue/catalogue.types'
import { createAudibleHttp, type AudibleDependencies, type AudibleHttp } from './audible.http'
import { toBook, toSuggestion, withoutRepeats } from './audible.normalise'
import {
  pageSchema,
  productAnswerSchema,
  productSchema,
  suggestionSchema,
  suggestionsSchema,
} from './audible.schemas'

export const PRODUCTS = '/1.0/catalog/products'
/** Everything that a book page and a request need, so that neither needs a call after a search. */
export const DETAILS = {
  response_groups:
    'contributors,media,product_attrs,product_desc,product_extended_attrs,product_details,series,category_ladders,sample',
  image_sizes: '500,1024',
}
/** Beyond about 500 results the catalogue repeats its last page forever. */
export const REACHABLE_RESULTS = 500
const SORTS: Record<SearchSort, string> = {
  relevance: 'Relevance',
  newest: '-ReleaseDate',
  title: 'Title',
  longest: '-RuntimeLength',
  shortest: 'RuntimeLength',
}
const MAX_SUGGESTIONS = 10
/** Maximum books per call. */
const BOOKS_AT_ONCE = 50

/**
 * Audible's catalogue, as its apps read it, without an account. Throws the errors of `catalogue.errors.ts`.
 */
export function createAudibleCatalogue(dependencies: AudibleDependencies): CatalogueDriver {
  return bind(createAudibleHttp(dependencies), { search, book, books, suggestions })
}

function readProduct(entry: unknown, region: Region): CatalogueBook | null {
  const product = productSchema.safeParse(entry)
  return product.success ? toBook(product.data, region) : null
}

/** The audiobooks among some products, each once. */
export function readBooks(products: readonly unknown[], region: Region): CatalogueBook[] {
  return withoutRepeats(products.flatMap((entry) => readProduct(entry, region) ?? []))
}

/**
 * "Not found" for a search means that the search never reached the catalogue: only single products can be
 * missing.
 */
export function answered<T>(answer: T | null): T {
  if (answer !== null) return answer
  throw catalogueNotItsApi({ why: 'no_search' })
}

async function search(
  { ask }: AudibleHttp,
  { query, region, page, limit, sort, signal }: CatalogueQuery,
): Promise<SearchedPage> {
  if (page * limit >= REACHABLE_RESULTS) return { books: [], more: false, total: null }
  const words = {
    keywords: query,
    num_results: String(limit),
    page: String(page),
    products_sort_by: SORTS[sort],
    ...DETAILS,
  }
  const answer = answered(await ask({ region, path: PRODUCTS, query: words, schema: pageSchema, signal }))
  return {
    books: readBooks(answer.products, region),
    more: answer.products.length > 0 && (page + 1) * limit < REACHABLE_RESULTS,
    total: answer.total_results,
  }
}

async function book(
  { ask }: AudibleHttp,
  asin: string,
  region: Region,
  signal?: AbortSignal,
): Promise<CatalogueBook | null> {
  const path = `${PRODUCTS}/${encodeURIComponent(asin)}` as const
  const answer = await ask({ region, path, query: DETAILS, schema: productAnswerSchema, signal })
  return answer === null ? null : readProduct(answer.product, region)
}

/** Several audiobooks, without those that the region does not have. */
export async function books(
  { ask }: AudibleHttp,
  asins: readonly string[],
  region: Region,
): Promise<CatalogueBook[]> {
  const parts = Array.from({ length: Math.ceil(asins.length / BOOKS_AT_ONCE) }, (_, at) =>
    asins.slice(at * BOOKS_AT_ONCE, (at + 1) * BOOKS_AT_ONCE),
  )
  const answers = await Promise.all(
    parts.map((part) => {
      const query = { asins: part.join(','), num_results: String(BOOKS_AT_ONCE), ...DETAILS }
      return ask({ region, path: PRODUCTS, query, schema: pageSchema })
    }),
  )
  return readBooks(
    answers.flatMap((answer) => answered(answer).products),
    region,
  )
}

async function suggestions(
  { ask }: AudibleHttp,
  query: string,
  region: Region,
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  const words = { key_strokes: query, site_variant: 'desktop' }
  const path = '/1.0/searchsuggestions'
  const answer = answered(await ask({ region, path, query: words, schema: suggestionsSchema, signal }))
  const found = answer.model.items.flatMap((item) => {
    const suggestion = suggestionSchema.safeParse(item)
    return suggestion.success ? (toSuggestion(suggestion.data) ?? []) : []
  })
  // Editions of one title are separate books, but words are offered only once.
  const byKey = new Map(
    found.map((suggestion) => [suggestion.asin ?? suggestion.words.toLowerCase(), suggestion]),
  )
  return [...byKey.values()].slice(0, MAX_SUGGESTIONS)
}
