import { z } from 'zod'
import { requestedBookSchema } from './books'
import { catalogueProblems } from './catalogue'
import { asinParams, regionChoice, regionSchema } from './common'
import { operation } from './operation'

/** How one edition of a work may differ from another. */
export const EDITION_DIFFERENCES = ['title', 'narrators', 'edition', 'language', 'length', 'region'] as const
const differenceSchema = z.enum(EDITION_DIFFERENCES).meta({ id: 'EditionDifference' })
export type EditionDifference = z.infer<typeof differenceSchema>

const editionOfBookSchema = requestedBookSchema
  .extend({
    current: z.boolean().meta({ description: 'Whether this is the edition in the path' }),
    differs: z.array(differenceSchema).meta({ description: 'How it is known to differ from that edition' }),
    same_recording: z.boolean().meta({
      description:
        'The same recording under another ASIN: narrators, length, language and kind of edition are known and identical',
    }),
  })
  .meta({ id: 'EditionOfBook' })
export type EditionOfBookDto = z.infer<typeof editionOfBookSchema>

const editionsSchema = z
  .object({
    editions: z.array(editionOfBookSchema),
    missing_regions: z.array(regionSchema).meta({ description: 'Regions whose catalogue did not answer' }),
  })
  .meta({ id: 'Editions' })
export type EditionsDto = z.infer<typeof editionsSchema>

export const listEditions = operation({
  method: 'GET',
  path: '/api/books/{asin}/editions',
  summary: 'The editions of an audiobook, including itself',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: {
    200: {
      description:
        'Unabridged editions first, those from its own region before others. An English book is searched for in one more region. Empty for a book requested by hand.',
      schema: editionsSchema,
    },
    404: { description: 'Neither requested here nor in this region’s catalogue' },
    ...catalogueProblems,
  },
})
