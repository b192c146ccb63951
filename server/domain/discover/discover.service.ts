import type { Region } from '#contract/common'
import type { RequestedBookDto } from '#contract/books'
import {
  recommendedBecause,
  type CategoryDto,
  type DiscoverRowDto,
  type RecommendedBookDto,
  type RowKind,
} from '#contract/discover'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { BooksFeature } from '#server/domain/books/feature'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import type { DiscoverSettings } from './discover-settings.service'
import type { RowRequest, Group, RowDriver, RowSources } from './discover.types'
import { groupsInTime } from './groups-in-time'
import { mix, withReasons } from './mix.rules'
import { ROWS } from './registry'
import { OWN_BOOKS } from './rows/by-people'

/** Candidates per place in a row, since a keen listener may already have most of what is recommended. */
const CANDIDATES = 5

interface Context {
  sources: RowSources
  books: Pick<BooksFeature, 'present'>
  settings: Pick<DiscoverSettings, 'rows'>
  defaultRegion: Region
  clock: () => Date
}

/** Which part of a row to show. */
interface Question {
  limit: number
  /** How many books to leave out at the start; none if omitted. */
  offset?: number
  category?: string | undefined
  /** The default region if omitted. */
  region?: Region | undefined
}

/** Recommendations: which rows and books to show to which user. */
export function createDiscover(context: Context) {
  return bind(context, { rows, recommend, recommendOfCategories, similarTo })
}

/** The rows of the page, in order, that are not empty for this user. */
async function rows(context: Context, user: CurrentUser): Promise<DiscoverRowDto[]> {
  const all = await context.settings.rows()
  const today = todayOf(context)
  const filled = await Promise.all(all.map(({ row }) => ROWS[row].isFilled(context.sources, user, today)))
  return all.filter((_, at) => filled[at])
}

/** ISO date. */
const todayOf = ({ clock }: Context) => clock().toISOString().slice(0, 10)

function requestOf(
  context: Context,
  user: CurrentUser,
  { limit, offset = 0, category, region = context.defaultRegion }: Question,
): RowRequest {
  return { user, limit: limit + offset, category: category ?? null, region, today: todayOf(context) }
}

/**
 * The books of one row, best first.
 * @throws the errors of the catalogue, if no part of the row can be read.
 */
async function recommend(
  context: Context,
  user: CurrentUser,
  row: RowKind,
  question: Question,
): Promise<RecommendedBookDto[]> {
  const request = requestOf(context, user, question)
  const groups = await ROWS[row].groups(context.sources, request)
  return (await shown(context, ROWS[row], request, groups)).slice(question.offset)
}

/** The bestsellers of all categories with a row, taken from each in turn. */
async function recommendOfCategories(
  context: Context,
  user: CurrentUser,
  question: Question,
): Promise<RecommendedBookDto[]> {
  const request = requestOf(context, user, question)
  const all = await context.settings.rows()
  const categories = new Map(all.flatMap(({ category }) => (category ? [[category.id, category]] : [])))
  const groups = await groupsInTime([...categories.values()].map((each) => sellingIn(context, each)))
  return (await shown(context, ROWS.bestsellers, request, groups)).slice(question.offset)
}

async function sellingIn({ sources: { lists } }: Context, { id, region, name }: CategoryDto): Promise<Group> {
  const books = await lists.list({ region, sort: 'bestsellers', of: { category: id }, page: 0 })
  return { reason: recommendedBecause('category_bestseller', { category: name }), books }
}

/**
 * Books that the catalogue lists as similar, most similar first.
 * @throws the errors of the catalogue.
 */
async function similarTo(
  { sources: { lists }, books, defaultRegion }: Context,
  user: CurrentUser,
  { asin, region = defaultRegion, limit }: Omit<Question, 'category' | 'offset'> & { asin: string },
): Promise<RequestedBookDto[]> {
  if (isHandMade(asin)) return []
  const found = await lists.similar({ asin, region, likeness: 'similar' })
  const picked = mix([{ reason: null, books: found }], []).slice(0, limit)
  return books.present(
    user,
    picked.map(({ book }) => book),
  )
}

/** The books of groups as this user sees them, with their states. */
async function shown(
  { sources, books }: Context,
  { onlyNew }: Pick<RowDriver, 'onlyNew'>,
  { user, limit }: RowRequest,
  groups: readonly Group[],
): Promise<RecommendedBookDto[]> {
  const known = onlyNew ? await sources.local.own(user.id, OWN_BOOKS) : []
  const picked = mix(groups, known).slice(0, onlyNew ? limit * CANDIDATES : limit)
  const presented = await books.present(
    user,
    picked.map(({ book }) => book),
  )
  return withReasons(picked, presented, onlyNew).slice(0, limit)
}
