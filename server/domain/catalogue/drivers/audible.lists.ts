import type { Region } from '#contract/common'
import { bind } from '#server/domain/bind'
import type {
  CatalogueBook,
  CatalogueListsDriver,
  Category,
  Likeness,
  ListQuestion,
  SimilarQuestion,
} from '#server/domain/catalogue/catalogue.types'
import {
  answered,
  contextOf,
  DETAILS,
  readBooks,
  type AudibleCatalogueDependencies,
  type Context,
} from './audible'
import { catalogueAddress } from './audible.hosts'
import { categoriesSchema, categorySchema, pageSchema, similarSchema } from './audible.schemas'
import { oneLine } from './audible.text'

/** Maximum results per response. */
const PAGE = '50'
const SORTS: Record<ListQuestion['sort'], string> = { bestsellers: 'BestSellers', newest: '-ReleaseDate' }
const LIKENESSES: Record<Likeness, string> = {
  similar: 'RawSimilarities',
  next_in_series: 'NextInSameSeries',
}

/** The lists of Audible's catalogue. Throws the errors of `catalogue.errors.ts`. */
export function createAudibleLists(dependencies: AudibleCatalogueDependencies): CatalogueListsDriver {
  return bind(contextOf(dependencies), { list, similar, categories })
}

async function list(
  { baseUrl, http }: Context,
  { region, sort, of, page }: ListQuestion,
): Promise<CatalogueBook[]> {
  const { category, ...named } = { category: undefined, ...of }
  const url = catalogueAddress(baseUrl, region, '/1.0/catalog/products', {
    ...named,
    ...(category !== undefined && { category_id: category }),
    num_results: PAGE,
    page: String(page),
    products_sort_by: SORTS[sort],
    ...DETAILS,
  })
  return readBooks(answered(await http.ask({ url, schema: pageSchema })).products, region)
}

async function similar(
  { baseUrl, http }: Context,
  { asin, region, likeness }: SimilarQuestion,
): Promise<CatalogueBook[]> {
  const path = `/1.0/catalog/products/${encodeURIComponent(asin)}/sims`
  const url = catalogueAddress(baseUrl, region, path, {
    similarity_type: LIKENESSES[likeness],
    num_results: PAGE,
    ...DETAILS,
  })
  const answer = await http.ask({ url, schema: similarSchema })
  return answer === null ? [] : readBooks(answer.similar_products, region)
}

async function categories({ baseUrl, http }: Context, region: Region): Promise<Category[]> {
  const url = catalogueAddress(baseUrl, region, '/1.0/catalog/categories', {
    root: 'Genres',
    categories_num_levels: '1',
    response_groups: 'category_metadata',
  })
  const answer = answered(await http.ask({ url, schema: categoriesSchema }))
  return answer.categories.flatMap((entry) => {
    const { data } = categorySchema.safeParse(entry)
    const name = oneLine(data?.name ?? null)
    return data && name !== null ? [{ id: data.id, name }] : []
  })
}
