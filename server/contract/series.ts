import { z } from 'zod'
import { requestedBookSchema } from './books'
import { catalogueProblems } from './catalogue'
import { asinParams, line, queryInteger, regionChoice, regionSchema } from './common'
import { operation } from './operation'

/** The standing of a book in a series; the first that applies. */
const SERIES_STANDINGS = ['available', 'requested', 'upcoming', 'other_edition', 'missing'] as const
const standingSchema = z.enum(SERIES_STANDINGS).meta({
  id: 'SeriesStanding',
  description:
    'available: in the library; requested: someone has requested it; upcoming: not out yet; other_edition: another edition of the same part takes its place, or the parts of a box set are there individually; missing: none of these',
})
export type SeriesStanding = z.infer<typeof standingSchema>

const seriesBookSchema = requestedBookSchema
  .extend({
    position: z.string().nullable().meta({ description: 'As printed: "1", "0.5", "1-3"' }),
    standing: standingSchema,
  })
  .meta({ id: 'SeriesBook' })
export type SeriesBookDto = z.infer<typeof seriesBookSchema>

const seriesSchema = z
  .object({
    asin: z.string(),
    region: regionSchema,
    title: z.string(),
    counts: z
      .object({
        total: z.number().int(),
        available: z.number().int(),
        requested: z.number().int(),
        upcoming: z.number().int(),
        other_edition: z.number().int(),
        missing: z.number().int(),
      })
      .meta({ id: 'SeriesCounts' }),
    books: z.array(seriesBookSchema),
  })
  .meta({ id: 'Series' })
export type SeriesDto = z.infer<typeof seriesSchema>

const staleHeader =
  'The header X-Catalogue-Stale is there when it is an earlier answer, or what is kept here, and holds the code of what went wrong with the catalogue.'

export const getSeries = operation({
  method: 'GET',
  path: '/api/series/{asin}',
  summary: 'A series with its books in order, and the state of each',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: {
    200: { description: `The series. ${staleHeader}`, schema: seriesSchema },
    404: { description: 'This region’s catalogue has no such series' },
    ...catalogueProblems,
  },
})

export const listBookSeries = operation({
  method: 'GET',
  path: '/api/books/{asin}/series',
  summary: 'The series of an audiobook, each with the books around it',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionSchema.optional() }),
  answers: {
    200: {
      description:
        'All known series; for each, up to two books before this one, the book itself and up to two after it, without other editions. The counts are for the whole series.',
      schema: z.array(seriesSchema),
    },
    ...catalogueProblems,
  },
})

const PERSON_SORTS = ['newest', 'oldest', 'popular', 'title'] as const
const personSortSchema = z.enum(PERSON_SORTS)
export type PersonSort = z.infer<typeof personSortSchema>

const personParams = z.object({ name: line({ min: 1, max: 200 }) })
const personQuery = z.strictObject({
  region: regionChoice,
  sort: personSortSchema.optional().default('newest'),
  show: z.enum(['all', 'not_requested']).optional().default('all').meta({
    description: '`not_requested` omits books that are in the library or requested',
  }),
  page: queryInteger({ min: 0, max: 100 }).optional().default(0),
  num_results: queryInteger({ min: 1, max: 50 }).optional().default(24),
})
export type PersonBooksQuery = z.output<typeof personQuery>

const booksOfPerson = {
  200: {
    description: `A page of audiobooks; it may be empty although the next one is not: the header X-Catalogue-More is true where there may be more. ${staleHeader}`,
    schema: z.array(requestedBookSchema),
  },
  ...catalogueProblems,
}

export const listAuthorBooks = operation({
  method: 'GET',
  path: '/api/authors/{name}',
  summary: 'Books by an author',
  access: 'any',
  fetches: 'books',
  params: personParams,
  query: personQuery,
  answers: booksOfPerson,
})

export const listNarratorBooks = operation({
  method: 'GET',
  path: '/api/narrators/{name}',
  summary: 'Books read by a narrator',
  access: 'any',
  fetches: 'books',
  params: personParams,
  query: personQuery,
  answers: booksOfPerson,
})
