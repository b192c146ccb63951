import { z } from 'zod'
import { requestedBookSchema } from './books'
import { catalogueProblems, staleHeader } from './catalogue'
import { asinParams, regionChoice, regionSchema } from './common'
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
    404: { description: 'Neither this server nor the catalogue of the region has the book' },
    ...catalogueProblems,
  },
})
