import { z } from 'zod'
import { bookStatusSchema, requestedBookSchema } from './books'
import { asinParams, line, queryInteger, regionChoice } from './common'
import { operation } from './operation'
import { wishesBody } from './wishes'

const REQUEST_SORTS = ['date', 'title', 'author', 'release', 'requesters'] as const

export const listRequestsQuery = z.strictObject({
  filter: z.enum(['all', 'downloaded', 'not_downloaded', 'with_releases']).optional().default('all').meta({
    description: '`with_releases`: those for which a search that found something is kept',
  }),
  status: bookStatusSchema.optional(),
  user: line({ min: 1, max: 100 }).optional(),
  q: line({ max: 200 }).optional(),
  sort: z.enum(REQUEST_SORTS).optional().default('date'),
  order: z.enum(['asc', 'desc']).optional().default('desc'),
  limit: queryInteger({ min: 1, max: 500 }).optional(),
  offset: queryInteger({ min: 0, max: 1_000_000 }).optional().default(0),
})
export type ListRequestsQuery = z.infer<typeof listRequestsQuery>

const countRequestsQuery = listRequestsQuery.pick({ user: true, q: true })
export type CountRequestsQuery = z.infer<typeof countRequestsQuery>

export const createRequest = operation({
  method: 'POST',
  path: '/api/requests/{asin}',
  summary: 'Ask for an audiobook',
  access: 'any',
  limit: 'request',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({
    region: regionChoice,
    again: z.stringbool().optional().default(false).meta({
      type: 'boolean',
      description: 'For administrators: search for it again although it is in the library',
    }),
  }),
  body: z.strictObject({ wishes: wishesBody.optional() }).meta({ id: 'RequestBody' }).optional(),
  answers: {
    201: {
      description:
        'Requested, also where the library has it, as this or another edition: `in_library` of a book tells, so that the person can be asked first',
      schema: requestedBookSchema,
    },
    404: { description: 'Not in the catalogue of this region' },
    409: {
      description: 'Already requested by this user, in the library already, or declined to them twice',
    },
    429: { description: 'The quota is used up; see Retry-After' },
  },
})

export const listRequests = operation({
  method: 'GET',
  path: '/api/requests',
  summary: 'Requested audiobooks: an administrator sees everyone’s, others their own',
  access: 'any',
  query: listRequestsQuery,
  answers: {
    200: {
      description: 'The books; the header X-Total-Count holds the number without paging',
      schema: z.array(requestedBookSchema),
    },
  },
})

export const countRequests = operation({
  method: 'GET',
  path: '/api/requests/counts',
  summary: 'How many of the visible requested audiobooks stand where',
  access: 'any',
  query: countRequestsQuery,
  answers: {
    200: {
      description:
        'Books per status, and all of them; a book whose work has started, with a request that waits for approval, counts under both',
      schema: z.object({
        total: z.number().int(),
        by_status: z.partialRecord(bookStatusSchema, z.number().int()),
      }),
    },
  },
})

export const exportRequests = operation({
  method: 'GET',
  path: '/api/requests/export',
  summary: 'All of the list as a table for spreadsheets',
  access: 'any',
  query: listRequestsQuery.omit({ limit: true, offset: true }),
  answers: {
    200: {
      description:
        'CSV (RFC 4180) in UTF-8 with a byte order mark; a value that a spreadsheet would take for a formula has an apostrophe before it',
      mediaType: 'text/csv',
      schema: z.string(),
    },
  },
})

export const deleteRequest = operation({
  method: 'DELETE',
  path: '/api/requests/{asin}',
  summary: 'Withdraw: an administrator everyone’s requests, others their own',
  access: 'any',
  limit: 'request',
  params: asinParams,
  answers: { 204: { description: 'Withdrawn' }, 404: { description: 'Nothing to withdraw' } },
})

export const changeWishes = operation({
  method: 'PUT',
  path: '/api/requests/{asin}/wishes',
  summary: 'Change what one wishes for in an audiobook that one has requested, until a release is grabbed',
  access: 'any',
  limit: 'wishes',
  params: asinParams,
  body: wishesBody,
  answers: {
    204: { description: 'Changed; the audiobook is looked for again where it was not found before' },
    404: { description: 'No request of this person that stands' },
    409: { description: 'A release was grabbed already' },
  },
})
