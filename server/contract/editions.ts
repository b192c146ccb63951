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
    current: z.boolean().meta({ description: 'The one that was asked for' }),
    differs: z.array(differenceSchema).meta({ description: 'In what it is known to differ from that one' }),
    same_recording: z.boolean().meta({
      description:
        'The same reading under another ASIN: the narrators, length, language and kind of edition are known and the same',
    }),
  })
  .meta({ id: 'EditionOfBook' })
export type EditionOfBookDto = z.infer<typeof editionOfBookSchema>

const editionsSchema = z
  .object({
    editions: z.array(editionOfBookSchema),
    missing_regions: z.array(regionSchema).meta({ description: 'Whose catalogues could not be asked' }),
  })
  .meta({ id: 'Editions' })
export type EditionsDto = z.infer<typeof editionsSchema>

export const listEditions = operation({
  method: 'GET',
  path: '/api/books/{asin}/editions',
  summary: 'The editions of an audiobook, itself among them',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: {
    200: {
      description:
        'Unabridged ones first, those of its own region before others. An English book is looked for in one more region. Of a book by hand there are none.',
      schema: editionsSchema,
    },
    404: { description: 'Neither requested here nor in the catalogue of this region' },
    ...catalogueProblems,
  },
})
