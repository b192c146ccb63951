import { z } from 'zod'
import { requestedBookSchema } from './books'
import { catalogueProblems } from './catalogue'
import { asinParams, line, queryInteger, regionChoice, regionSchema } from './common'
import { paramsSchema } from './issues'
import { operation } from './operation'
import { inEnglish } from './words/english'
import type { ParamsArgument } from './words/keys'

/** The kinds of rows. */
export const ROW_KINDS = [
  'user',
  'followed',
  'authors',
  'narrators',
  'popular',
  'recent',
  'added',
  'bestsellers',
  'new_releases',
] as const
const rowKindSchema = z.enum(ROW_KINDS).meta({
  id: 'RowKind',
  description:
    '`user`: recommended to the caller, each book with its reason; `followed`: new and upcoming books of what the caller follows; `authors`, `narrators`: books by people the caller has requested; `popular`: most requested; `recent`: recently requested; `added`: new in the library; `bestsellers`, `new_releases`: from the catalogue, overall or in one category',
})
export type RowKind = z.infer<typeof rowKindSchema>

/** A category in the catalogue of its region. */
export const categorySchema = z
  .object({
    id: z
      .string()
      .regex(/^\d{1,20}$/)
      .meta({ description: 'Differs between regions' }),
    name: z.string().min(1).max(200),
    region: regionSchema,
  })
  .meta({ id: 'Category' })
export type CategoryDto = z.infer<typeof categorySchema>

/** One row of Discover. */
export const discoverRowSchema = z
  .object({
    row: rowKindSchema,
    category: categorySchema.nullable().meta({ description: 'null: all categories' }),
  })
  .meta({ id: 'DiscoverRow' })
export type DiscoverRowDto = z.infer<typeof discoverRowSchema>

const RECOMMENDATION_CODES = [
  'next_in_series',
  'author',
  'narrator',
  'similar',
  'bestseller',
  'category_bestseller',
  'new_release',
] as const
type RecommendationCode = (typeof RECOMMENDATION_CODES)[number]

const recommendationSchema = z
  .object({
    code: z.enum(RECOMMENDATION_CODES).meta({ description: 'Stable, for programs' }),
    params: paramsSchema,
    text: z.string().meta({ description: 'The same in English' }),
  })
  .meta({ id: 'RecommendationReason' })
export type RecommendationReason = z.infer<typeof recommendationSchema>

/** Why a book is recommended, with the parameters of its text. */
export function recommendedBecause<C extends RecommendationCode>(
  code: C,
  ...[params = {}]: ParamsArgument<`recommendations.${C}`>
): RecommendationReason {
  return { code, params, text: inEnglish('recommendations', code, params) ?? code }
}

const recommendedBookSchema = requestedBookSchema
  .extend({ reason: recommendationSchema.nullable().meta({ description: 'Why it is recommended' }) })
  .meta({ id: 'RecommendedBook' })
export type RecommendedBookDto = z.infer<typeof recommendedBookSchema>

/** Maximum books per row. */
const MAX_BOOKS = 50
const limitSchema = queryInteger({ min: 1, max: MAX_BOOKS }).optional().default(20)

/** Sent by older clients: the rows themselves say what is in them. */
const withoutEffect = Object.fromEntries(
  ['seed_asins', 'min_requests', 'days_back', 'exclude_downloaded', 'personal_favorites'].map((name) => [
    name,
    line({ max: 1000 }).optional().meta({ description: 'Accepted for older clients, without effect' }),
  ]),
)

export const getDiscover = operation({
  method: 'GET',
  path: '/api/recommendations',
  summary: 'The rows of Discover, in order',
  access: 'any',
  answers: {
    200: { description: 'The rows that have books for the caller', schema: z.array(discoverRowSchema) },
  },
})

export const getRecommendations = operation({
  method: 'GET',
  path: '/api/recommendations/{row}',
  summary: 'Recommended audiobooks of one kind, best first',
  access: 'any',
  fetches: 'books',
  params: z.object({
    row: z.enum([...ROW_KINDS, 'categories']).meta({
      description: 'A kind of row, or `categories`: bestsellers of all categories that the server shows',
    }),
  }),
  query: z.strictObject({
    limit: limitSchema,
    category: categorySchema.shape.id
      .optional()
      .meta({ description: 'For `bestsellers` and `new_releases`: one category of the region' }),
    region: regionChoice,
    audible_region: regionChoice.meta({ description: 'Same as `region`, for older clients' }),
    offset: queryInteger({ min: 0, max: MAX_BOOKS })
      .optional()
      .default(0)
      .meta({ description: 'Number of books to leave out at the start' }),
    ...withoutEffect,
  }),
  answers: {
    200: { description: 'Each book once, with the reason', schema: z.array(recommendedBookSchema) },
    ...catalogueProblems,
  },
})

export const listSimilarBooks = operation({
  method: 'GET',
  path: '/api/books/{asin}/similar',
  summary: 'Audiobooks similar to another one, most similar first',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ limit: limitSchema, region: regionChoice }),
  answers: {
    200: {
      description:
        'Each book once; empty for a book requested by hand, or if the catalogue does not have the book',
      schema: z.array(requestedBookSchema),
    },
    ...catalogueProblems,
  },
})
