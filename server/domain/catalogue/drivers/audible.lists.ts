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
import { answered, DETAILS, PRODUCTS, readBooks } from './audible'
import { createAudibleHttp, type AudibleDependencies, type AudibleHttp } from './audible.http'
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
export function createAudibleLists(dependencies: AudibleDependencies): CatalogueListsDriver {
  return bind(createAudibleHttp(dependencies), { list, similar, categories })
}

async function list(
  { ask }: AudibleHttp,
  { region, sort, of, page }: ListQuestion,
): Promise<CatalogueBook[]> {
  const { category, ...named } = { category: undefined, ...of }
  const query = {
    ...named,
    ...(category !== undefined && { category_id: category }),
    num_results: PAGE,
    page: String(page),
    products_sort_by: SORTS[sort],
    ...DETAILS,
  }
  const answer = answered(await ask({ region, path: PRODUCTS, query, schema: pageSchema }))
  return readBooks(answer.products, region)
}

async function similar(
  { ask }: AudibleHttp,
  { asin, region, likeness }: SimilarQuestion,
): Promise<CatalogueBook[]> {
  const path = `${PRODUCTS}/${encodeURIComponent(asin)}/sims` as const
  const query = { similarity_type: LIKENESSES[likeness], num_results: PAGE, ...DETAILS }
  const answer = await ask({ region, path, query, schema: similarSchema })
  return answer === null ? [] : readBooks(answer.similar_products, region)
}

async function categories({ ask }: AudibleHttp, region: Region): Promise<Category[]> {
  const query = { root: 'Genres', categories_num_levels: '1', response_groups: 'category_metadata' }
  const path = '/1.0/catalog/categories'
  const answer = answered(await ask({ region, path, query, schema: categoriesSchema }))
  return answer.categories.flatMap((entry) => {
    const { data } = categorySchema.safeParse(entry)
    const name = oneLine(data?.name ?? null)
    return data && name !== null ? [{ id: data.id, name }] : []
  })
}
