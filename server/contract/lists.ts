import { z } from 'zod'
import { bookSchema, requestedBookSchema } from './books'
import {
  asinSchema,
  idParams,
  line,
  lines,
  paging,
  queryInteger,
  regionChoice,
  regionSchema,
  timeSchema,
  queryBoolean,
} from './common'
import { paramsSchema } from './issues'
import { operation } from './operation'

/** Maximum books per list, and lists per person. */
export const MAX_ENTRIES = 2000
export const MAX_LISTS = 20
/** Maximum characters of pasted or uploaded text; as JSON it has to fit a body. */
const MAX_LIST_TEXT = 1_000_000
/** Days after which an unchanged list is deleted. */
export const LIST_KEPT_DAYS = 90

const LIST_SOURCES = ['goodreads', 'storygraph', 'hardcover', 'csv', 'titles'] as const
const listSourceSchema = z.enum(LIST_SOURCES)
export type ListSource = z.infer<typeof listSourceSchema>

/** The states of an entry. */
export const ENTRY_STATES = ['waiting', 'sure', 'check', 'nothing', 'in_library', 'requested'] as const
const entryStateSchema = z.enum(ENTRY_STATES).meta({
  id: 'ListEntryState',
  description:
    'waiting: to be matched; sure: one book fits; check: a person should check the match; nothing: the catalogue has nothing like it; in_library, requested: needs no request',
})
export type EntryState = z.infer<typeof entryStateSchema>

const refusalSchema = z
  .object({ code: z.string().meta({ description: 'Of a problem' }), params: paramsSchema })
  .meta({ id: 'ListRefusal', description: 'Why a request failed' })
export type ListRefusal = z.infer<typeof refusalSchema>

const listSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'Name of the file; null if the list was pasted' }),
    source: listSourceSchema,
    region: regionSchema.meta({ description: 'The catalogue region in which its books are searched for' }),
    created_at: timeSchema,
    removed_at: timeSchema.meta({
      description: 'When it is deleted automatically, unless it is changed before then',
    }),
    counts: z
      .object({
        total: z.number().int(),
        by_state: z.record(entryStateSchema, z.number().int()),
        selected: z.number().int().meta({ description: 'Entries selected to be requested' }),
        requesting: z.number().int().meta({ description: 'Entries being requested' }),
        refused: z.number().int().meta({ description: 'Entries whose request failed' }),
      })
      .meta({ id: 'ListCounts' }),
    paused: z
      .object({ ...refusalSchema.shape, until: timeSchema })
      .nullable()
      .meta({ description: 'Why it is waiting, and until when; null if it is not' }),
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
    cover_url: true,
    runtime_length_min: true,
    language: true,
    edition: true,
  })
  .meta({ id: 'ListAlternative' })
export type ListAlternativeDto = z.infer<typeof alternativeSchema>

const entrySchema = z
  .object({
    number: z.number().int().meta({ description: 'Its position in the list, from 1' }),
    title: z.string().meta({ description: 'As in the list' }),
    author: z.string().nullable(),
    state: entryStateSchema,
    selected: z.boolean(),
    requesting: z.boolean(),
    refused: refusalSchema.nullable(),
    match: requestedBookSchema.nullable().meta({ description: 'The book chosen for it' }),
    alternatives: z.array(alternativeSchema).meta({ description: 'Other possible books' }),
  })
  .meta({ id: 'ListEntry' })
export type ListEntryDto = z.infer<typeof entrySchema>

const unknownList = { 404: { description: 'The caller has no such list' } }
const listAnswer = { description: 'The list as it stands', schema: listSchema }

export const newListBody = z
  .strictObject({
    text: lines({ min: 1, max: MAX_LIST_TEXT }).meta({
      description:
        'A Goodreads or StoryGraph export, any other CSV with a title column, or one title per line',
    }),
    name: line({ min: 1, max: 200 }).optional(),
    shelves: z.enum(['to_read', 'all']).optional().default('to_read').meta({
      description: 'Which books of an export; `to_read` omits those already read or started',
    }),
    region: regionChoice,
  })
  .meta({ id: 'NewList' })
export type NewListBody = z.output<typeof newListBody>

const tooMuch = {
  409: { description: `There are ${MAX_LISTS} lists of the caller already, or another is being imported` },
  422: { description: `No books could be read, or more than ${MAX_ENTRIES}` },
}

export const createList = operation({
  method: 'POST',
  path: '/api/lists',
  summary: 'Import a list of books, to be matched in the background',
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
      .meta({ description: 'API token of the account; used once and not stored' }),
    region: regionChoice,
  })
  .meta({ id: 'NewHardcoverList' })
export type HardcoverListBody = z.output<typeof hardcoverListBody>

export const createHardcoverList = operation({
  method: 'POST',
  path: '/api/lists/hardcover',
  summary: 'Import the “Want to Read” list of a Hardcover account',
  access: 'any',
  limit: 'list',
  body: hardcoverListBody,
  answers: {
    201: { description: 'The list, with nothing matched yet', schema: listSchema },
    ...tooMuch,
    502: { description: 'Hardcover cannot be reached' },
  },
})

export const listLists = operation({
  method: 'GET',
  path: '/api/lists',
  summary: 'The caller’s lists, newest first',
  access: 'any',
  answers: { 200: { description: 'The lists', schema: z.array(listSchema) } },
})

export const getList = operation({
  method: 'GET',
  path: '/api/lists/{id}',
  summary: 'One of the caller’s lists, with its progress',
  access: 'any',
  params: idParams,
  answers: { 200: listAnswer, ...unknownList },
})

export const deleteList = operation({
  method: 'DELETE',
  path: '/api/lists/{id}',
  summary: 'Remove a list; what was requested from it stays requested',
  access: 'any',
  params: idParams,
  answers: { 204: { description: 'Removed' }, ...unknownList },
})

const entriesQuery = z.strictObject({
  state: entryStateSchema.optional(),
  refused: queryBoolean.optional().default(false).meta({
    type: 'boolean',
    description: 'Only entries whose request failed',
  }),
  ...paging(100, MAX_ENTRIES),
})
export type ListEntriesQuery = z.output<typeof entriesQuery>

export const listEntries = operation({
  method: 'GET',
  path: '/api/lists/{id}/entries',
  summary: 'The entries of a list in order, each with the book chosen for it',
  access: 'any',
  params: idParams,
  query: entriesQuery,
  answers: {
    200: {
      description: 'The entries; the header X-Total-Count contains their number, over all pages',
      schema: z.array(entrySchema),
    },
    ...unknownList,
  },
})

const entryBody = z
  .strictObject({
    asin: asinSchema
      .optional()
      .meta({ description: 'One of its alternatives, which also selects the entry' }),
    selected: z.boolean().optional(),
  })
  .meta({ id: 'ListEntryChange' })
export type ListEntryChange = z.infer<typeof entryBody>

export const changeListEntry = operation({
  method: 'PATCH',
  path: '/api/lists/{id}/entries/{number}',
  summary: 'Choose another book for an entry, or select or deselect it',
  access: 'any',
  params: idParams.extend({ number: queryInteger({ min: 1, max: MAX_ENTRIES }) }),
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
  summary: 'Select or deselect all entries in a state',
  access: 'any',
  params: idParams,
  body: selectBody,
  answers: { 200: listAnswer, ...unknownList },
})

export const requestList = operation({
  method: 'POST',
  path: '/api/lists/{id}/request',
  summary: 'Request the selected entries in the background, as many as the quota allows',
  access: 'any',
  params: idParams,
  answers: {
    202: {
      description: 'Started: requested entries leave the selection, refused ones stay in it with the reason',
      schema: listSchema,
    },
    ...unknownList,
  },
})
