import { z } from 'zod'
import { asinParams, line, regionSchema } from './common'
import { ownedReasonSchema } from './library'
import { operation } from './operation'

/** An administrator's ruling on a book and a library item. */
const MATCH_RULINGS = ['is', 'is_not'] as const

/** A library item that is, or may be, the book. */
export const libraryItemSchema = z
  .object({
    item: z.string().meta({ description: 'Identifies it in a correction' }),
    title: z.string(),
    subtitle: z.string().nullable(),
    authors: z.array(z.string()),
    narrators: z.array(z.string()),
    runtime_length_min: z.number().nullable().meta({ description: 'Minutes' }),
    link: z.string().meta({ description: 'Opens it in the library' }),
    why: ownedReasonSchema.nullable().meta({ description: 'Why it counts as the book; null if it does not' }),
    said: z.enum(MATCH_RULINGS).nullable().meta({ description: 'An administrator’s correction' }),
    said_by: z.string().nullable().meta({ description: 'Username of that administrator' }),
  })
  .meta({ id: 'LibraryItem' })
export type LibraryItemDto = z.infer<typeof libraryItemSchema>

export const listLibraryItems = operation({
  method: 'GET',
  path: '/api/books/{asin}/library',
  summary: 'Library items that are or may be the audiobook, with the reason; or those with a given title',
  access: 'admin',
  params: asinParams,
  query: z.strictObject({
    q: line({ max: 200 }).optional().meta({ description: 'Words from an item’s title' }),
    region: regionSchema.optional(),
  }),
  answers: {
    200: { description: 'At most 20 items, matches first', schema: z.array(libraryItemSchema) },
    404: { description: 'Neither requested here nor in this region’s catalogue' },
  },
})

const item = line({ min: 1, max: 500 })
const correctMatchBody = z.strictObject({ item, is: z.boolean() }).meta({ id: 'CorrectMatch' })
export type CorrectMatchBody = z.infer<typeof correctMatchBody>
const chosenItem = z.strictObject({ item }).meta({ id: 'ChosenLibraryItem' })

export const correctMatch = operation({
  method: 'PUT',
  path: '/api/books/{asin}/library',
  summary: 'Say whether a library item is the audiobook; overrides every rule',
  access: 'admin',
  params: asinParams,
  body: correctMatchBody,
  answers: {
    204: { description: 'Stored until it is undone' },
    404: { description: 'The library does not have this item' },
  },
})

export const undoMatchCorrection = operation({
  method: 'DELETE',
  path: '/api/books/{asin}/library',
  summary: 'Undo the correction of a library item',
  access: 'admin',
  params: asinParams,
  body: chosenItem,
  answers: { 204: { description: 'Undone, or there was nothing to undo' } },
})
