import { z } from 'zod'
import { bookSchema, requestedBookSchema } from './books'
import { asinSchema, line, lines, queryInteger, regionChoice, regionSchema, timeSchema } from './common'
import { paramsSchema } from './issues'
import { operation } from './operation'

/** Maximum books per list, and lists per person. */
export const MOST_ENTRIES = 2000
export const MOST_LISTS = 20
/** Maximum characters of pasted or uploaded text; as JSON it has to fit a body. */
export const MOST_LIST_TEXT = 1_000_000
/** Days after which an unchanged list is deleted. */
export const LIST_KEPT_DAYS = 90

export const LIST_SOURCES = ['goodreads', 'storygraph', 'hardcover', 'csv', 'titles'] as const
const listSourceSchema = z.enum(LIST_SOURCES)
export type ListSource = z.infer<typeof listSourceSchema>

/** The states of an entry. */
export const ENTRY_STATES = ['waiting', 'sure', 'check', 'nothing', 'in_library', 'requested'] as const
const entryStateSchema = z.enum(ENTRY_STATES).meta({
  id: 'ListEntryState',
  description:
    'waiting: to be matched; sure: one book fits; check: somebody should look whether it is the book; nothing: the catalogue has nothing like it; in_library, requested: it needs no request',
})
export type EntryState = z.infer<typeof entryStateSchema>

const refusalSchema = z
  .object({ code: z.string().meta({ description: 'Of a problem' }), params: paramsSchema })
  .meta({ id: 'ListRefusal', description: 'Why a request came to nothing' })
export type ListRefusal = z.infer<typeof refusalSchema>

const listSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'Of the file; null where it was pasted' }),
    source: listSourceSchema,
    region: regionSchema.meta({ description: 'Whose catalogue its books are looked for in' }),
    created_at: timeSchema,
    removed_at: timeSchema.meta({ description: 'When it goes by itself, unless it is changed before' }),
    counts: z
      .object({
        total: z.number().int(),
        by_state: z.record(entryStateSchema, z.number().int()),
        selected: z.number().int().meta({ description: 'Those that are requested next' }),
        requesting: z.number().int().meta({ description: 'Those that are being requested' }),
        refused: z.number().int().meta({ description: 'Those whose request came to nothing' }),
      })
      .meta({ id: 'ListCounts' }),
    paused: z
      .object({ ...refusalSchema.shape, until: timeSchema })
      .nullable()
      .meta({ description: 'Why it waits, and until when; null while it does not' }),
  })
  .meta({ id: 'List' })
export type ListDto = z.infer<typeof listSchema>

const alternativeSchema = bookSchema
  .pick({
    asin: true,
    title: true,
    subtitle: true,
    authors: true,
    narrators: true,
    cover_image: true,
    runtime_length_min: true,
    language: true,
    edition: true,
  })
  .meta({ id: 'ListAlternative' })
export type ListAlternativeDto = z.infer<typeof alternativeSchema>

const entrySchema = z
  .object({
    number: z.number().int().meta({ description: 'Its place in the list, counted from 1' }),
    title: z.string().meta({ description: 'As the list says it' }),
    author: z.string().nullable(),
    state: entryStateSchema,
    selected: z.boolean(),
    requesting: z.boolean(),
    refused: refusalSchema.nullable(),
    match: requestedBookSchema.nullable().meta({ description: 'The book that is chosen for it' }),
    alternatives: z.array(alternativeSchema).meta({ description: 'Other books that it may be' }),
  })
  .meta({ id: 'ListEntry' })
export type ListEntryDto = z.infer<typeof entrySchema>

const listParams = z.object({ id: line({ min: 1, max: 100 }) })
const unknownList = { 404: { description: 'The caller has no such list' } }
const listAnswer = { description: 'The list as it stands', schema: listSchema }

export const newListBody = z
  .strictObject({
    text: lines({ min: 1, max: MOST_LIST_TEXT }).meta({
      description:
        'An export of Goodreads or StoryGraph, any other CSV with a column for the title, or one title in each line',
    }),
    name: line({ min: 1, max: 200 }).optional(),
    shelves: z.enum(['to_read', 'all']).optional().default('to_read').meta({
      description: 'Which books of an export; `to_read` leaves out those that were read or begun',
    }),
    region: regionChoice,
  })
  .meta({ id: 'NewList' })
export type NewListBody = z.output<typeof newListBody>

const tooMuch = {
  409: { description: `There are ${MOST_LISTS} lists of the caller already` },
  422: { description: `No books could be read, or more than ${MOST_ENTRIES}` },
}

export const createList = operation({
  method: 'POST',
  path: '/api/lists',
  summary: 'Bring a list of books from elsewhere, to be matched in the background',
  access: 'any',
  limit: 'list',
  body: newListBody,
  answers: { 201: { description: 'The list, with nothing matched yet', schema: listSchema }, ...tooMuch },
})

export const hardcoverListBody = z
  .strictObject({
    token: z
      .string()
      .transform((text) => text.replace(/^\s*Bearer\s+/i, '').trim())
      .pipe(line({ min: 1, max: 2000 }))
      .meta({ description: 'Of the API of the account; it is used once and not kept' }),
    region: regionChoice,
  })
  .meta({ id: 'NewHardcoverList' })
export type HardcoverListBody = z.output<typeof hardcoverListBody>

export const createHardcoverList = operation({
  method: 'POST',
  path: '/api/lists/hardcover',
  summary: 'Bring what an account of Hardcover wants to read',
  access: 'any',
  limit: 'list',
  body: hardcoverListBody,
  answers: {
    201: { description: 'The list, with nothing matched yet', schema: listSchema },
    ...tooMuch,
    502: { description: 'Hardcover cannot be asked' },
  },
})

export const listLists = operation({
  method: 'GET',
  path: '/api/lists',
  summary: 'The own lists, newest first',
  access: 'any',
  answers: { 200: { description: 'The lists', schema: z.array(listSchema) } },
})

export const getList = operation({
  method: 'GET',
  path: '/api/lists/{id}',
  summary: 'One of the own lists, and how far it is',
  access: 'any',
  params: listParams,
  answers: { 200: listAnswer, ...unknownList },
})

export const deleteList = operation({
  method: 'DELETE',
  path: '/api/lists/{id}',
  summary: 'Remove a list; what was requested from it stays requested',
  access: 'any',
  params: listParams,
  answers: { 204: { description: 'Removed' }, ...unknownList },
})

const entriesQuery = z.strictObject({
  state: entryStateSchema.optional(),
  refused: z.stringbool().optional().default(false).meta({
    type: 'boolean',
    description: 'Only those whose request came to nothing',
  }),
  limit: queryInteger({ min: 1, max: 100 }).optional().default(50),
  offset: queryInteger({ min: 0, max: MOST_ENTRIES }).optional().default(0),
})
export type ListEntriesQuery = z.output<typeof entriesQuery>

export const listEntries = operation({
  method: 'GET',
  path: '/api/lists/{id}/entries',
  summary: 'The entries of a list in its order, each with the book that is chosen for it',
  access: 'any',
  params: listParams,
  query: entriesQuery,
  answers: {
    200: {
      description: 'The entries; the header X-Total-Count holds the number without paging',
      schema: z.array(entrySchema),
    },
    ...unknownList,
  },
})

const entryBody = z
  .strictObject({
    asin: asinSchema.optional().meta({ description: 'One of its alternatives, which is selected with that' }),
    selected: z.boolean().optional(),
  })
  .meta({ id: 'ListEntryChange' })
export type ListEntryChange = z.infer<typeof entryBody>

export const changeListEntry = operation({
  method: 'PATCH',
  path: '/api/lists/{id}/entries/{number}',
  summary: 'Choose another book for an entry, or say whether it is to be requested',
  access: 'any',
  params: listParams.extend({ number: queryInteger({ min: 1, max: MOST_ENTRIES }) }),
  body: entryBody,
  answers: { 204: { description: 'Changed' }, 404: { description: 'No such entry, or no such alternative' } },
})

const selectBody = z
  .strictObject({ state: z.enum(['sure', 'check']), selected: z.boolean() })
  .meta({ id: 'ListSelection' })
export type ListSelection = z.infer<typeof selectBody>

export const selectListEntries = operation({
  method: 'PATCH',
  path: '/api/lists/{id}/entries',
  summary: 'Say of all entries in a state whether they are to be requested',
  access: 'any',
  params: listParams,
  body: selectBody,
  answers: { 200: listAnswer, ...unknownList },
})

export const requestList = operation({
  method: 'POST',
  path: '/api/lists/{id}/request',
  summary: 'Request the selected entries, in the background and as many as the quota allows',
  access: 'any',
  params: listParams,
  answers: {
    202: {
      description:
        'Begun: what is requested leaves the selection, and what is refused stays in it, with the reason',
      schema: listSchema,
    },
    ...unknownList,
  },
})
