import type { Region } from '#contract/common'
import type { PersonSort } from '#contract/people'
import { bind } from '#server/domain/bind'
import { nameKeyOf } from '#server/domain/search-text.rules'
import type { CataloguePage } from '#server/domain/catalogue/catalogue.types'
import type {
  CatalogueSeries,
  CatalogueSeriesDriver,
  PersonQuestion,
} from '#server/domain/catalogue/series.types'
import { answered, books as booksOf, DETAILS, PRODUCTS, readBooks, REACHABLE_RESULTS } from './audible'
import { createAudibleHttp, type AudibleDependencies, type AudibleHttp } from './audible.http'
import { readAsin } from './audible.normalise'
import { pageSchema, productAnswerSchema, relationshipSchema, seriesProductSchema } from './audible.schemas'
import { oneLine } from './audible.text'

/** Far more than the longest series seen. Limits the number of calls. */
const MAX_BOOKS = 500
const SORTS: Record<PersonSort, string> = {
  newest: '-ReleaseDate',
  oldest: 'ReleaseDate',
  popular: 'BestSellers',
  title: 'Title',
}

/** Series and people in Audible's catalogue. Throws the errors of `catalogue.errors.ts`. */
export function createAudibleSeries(dependencies: AudibleDependencies): CatalogueSeriesDriver {
  return bind(createAudibleHttp(dependencies), { series, byPerson })
}

interface Child {
  asin: string
  position: string | null
}

/** The books that a product lists as its own, in order. An unreadable one affects only itself. */
function childrenOf(entries: readonly unknown[]): Child[] {
  const children = entries.flatMap((entry) => {
    const { data } = relationshipSchema.safeParse(entry)
    const asin = readAsin(data?.asin)
    return data && asin !== null
      ? [{ asin, position: oneLine(data.sequence), sort: data.sort ?? Infinity }]
      : []
  })
  const inOrder = children.toSorted((one, other) => one.sort - other.sort || 0)
  return [...new Map(inOrder.map((child) => [child.asin, child])).values()].slice(0, MAX_BOOKS)
}

async function series(http: AudibleHttp, asin: string, region: Region): Promise<CatalogueSeries | null> {
  const path = `${PRODUCTS}/${encodeURIComponent(asin)}` as const
  const query = { response_groups: 'product_desc,relationships' }
  const answer = await http.ask({ region, path, query, schema: productAnswerSchema })
  const { data } = seriesProductSchema.safeParse(answer?.product)
  const title = oneLine(data?.title)
  const children = childrenOf(data?.relationships ?? [])
  if (title === null || children.length === 0) return null
  const found = await booksOf(
    http,
    children.map((child) => child.asin),
    region,
  )
  const byAsin = new Map(found.map((book) => [book.asin, book]))
  const books = children.flatMap((child) => {
    const book = byAsin.get(child.asin)
    const own = book?.series.find((entry) => entry.asin === asin)?.position ?? null
    return book ? [{ position: child.position ?? own, book }] : []
  })
  return { asin, region, title, books }
}

async function byPerson(
  { ask }: AudibleHttp,
  { name, role, region, sort, page, limit }: PersonQuestion,
): Promise<CataloguePage> {
  if (page * limit >= REACHABLE_RESULTS) return { books: [], more: false }
  const query = {
    [role]: name,
    num_results: String(limit),
    page: String(page),
    products_sort_by: SORTS[sort],
    ...DETAILS,
  }
  const { products } = answered(await ask({ region, path: PRODUCTS, query, schema: pageSchema }))
  const isNamed = (names: readonly string[]) => names.some((each) => nameKeyOf(each) === nameKeyOf(name))
  return {
    // The catalogue also matches parts of a name.
    books: readBooks(products, region).filter((book) => isNamed(book[`${role}s`])),
    more: products.length > 0 && (page + 1) * limit < REACHABLE_RESULTS,
  }
}
