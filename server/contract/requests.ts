import { z } from 'zod'
import { bookStatusSchema, requestedBookSchema, seenVersion } from './books'
import { asinParams, line, queryInteger, regionChoice, queryBoolean } from './common'
import { operation } from './operation'
import { wishesBody } from './wishes'

const REQUEST_SORTS = ['date', 'title', 'author', 'release', 'requesters'] as const

export const listRequestsQuery = z.strictObject({
  filter: z.enum(['all', 'downloaded', 'not_downloaded', 'with_releases']).optional().default('all').meta({
    description:
      '`downloaded`: a release was sent to the download client. `not_downloaded`: wanted and still to get, so neither declined nor, unless `status` is `waiting_for_approval`, only waiting for approval. `with_releases`: books with a stored search that found something',
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
  summary: 'Request an audiobook',
  access: 'any',
  limit: 'request',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({
    region: regionChoice,
    again: queryBoolean.optional().default(false).meta({
      type: 'boolean',
      description:
        'The library has it, and it is wanted all the same: an administrator has it searched for again, others get another edition than the one in the library',
    }),
  }),
  body: z.strictObject({ wishes: wishesBody.optional() }).meta({ id: 'RequestBody' }).optional(),
  answers: {
    201: {
      description:
        'Requested. If the library has it in this or another edition, it is `available` at once, and nothing is searched for',
      schema: requestedBookSchema,
    },
    404: { description: 'Not in this region’s catalogue' },
    409: {
      description: 'Already requested by this user, already in the library, or declined twice for this user',
    },
    429: { description: 'The quota is used up; see Retry-After' },
  },
})

export const listRequests = operation({
  method: 'GET',
  path: '/api/requests',
  summary: 'Requested audiobooks; administrators see everyone’s, others their own',
  access: 'any',
  query: listRequestsQuery,
  answers: {
    200: {
      description: 'The books; the header X-Total-Count contains their number, over all pages',
      schema: z.array(requestedBookSchema),
    },
  },
})

export const countRequests = operation({
  method: 'GET',
  path: '/api/requests/counts',
  summary: 'The visible requested audiobooks, counted by state',
  access: 'any',
  query: countRequestsQuery,
  answers: {
    200: {
      description:
        'Books per status, and in total; a book in progress that also has a request waiting for approval counts under both',
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
  summary: 'The whole list as a table for spreadsheets',
  access: 'any',
  query: listRequestsQuery.omit({ limit: true, offset: true }),
  answers: {
    200: {
      description:
        'CSV (RFC 4180) in UTF-8 with a byte order mark; a value that a spreadsheet would take for a formula has an apostrophe before it',
      mediaTypes: ['text/csv'],
      schema: z.string(),
    },
  },
})

/** The requester whom a decision concerns. */
const username = line({ min: 1, max: 100 }).optional().meta({
  description: 'One requester, even one already decided on; if omitted, everyone who is waiting',
})
const nothingToDecide = {
  404: { description: 'No one has requested this audiobook' },
  409: {
    description:
      'No one is waiting for this decision; or what it is about differs from `version` (`changed_since_seen`), in which case `errors` says in what',
  },
}

export const approveRequest = operation({
  method: 'POST',
  path: '/api/requests/{asin}/approve',
  summary: 'Approve waiting requests for an audiobook; its fulfilment starts',
  access: 'admin',
  params: asinParams,
  body: z.strictObject({ username, version: seenVersion.optional() }).meta({ id: 'Approval' }).optional(),
  answers: { 204: { description: 'Approved' }, ...nothingToDecide },
})

export const declineRequest = operation({
  method: 'POST',
  path: '/api/requests/{asin}/decline',
  summary: 'Decline waiting requests, with a reason',
  access: 'admin',
  params: asinParams,
  body: z
    .strictObject({ username, reason: line({ max: 500 }).optional(), version: seenVersion.optional() })
    .meta({ id: 'Refusal' })
    .optional(),
  answers: { 204: { description: 'Declined' }, ...nothingToDecide },
})

export const deleteRequest = operation({
  method: 'DELETE',
  path: '/api/requests/{asin}',
  summary: 'Withdraw requests; administrators everyone’s, others their own',
  access: 'any',
  limit: 'request',
  params: asinParams,
  answers: { 204: { description: 'Withdrawn, or there was nothing to withdraw' } },
})

export const changeWishes = operation({
  method: 'PUT',
  path: '/api/requests/{asin}/wishes',
  summary: 'Change the caller’s wishes for a requested audiobook, until a release is grabbed',
  access: 'any',
  limit: 'wishes',
  params: asinParams,
  body: wishesBody,
  answers: {
    204: { description: 'Changed; if the audiobook was not found before, it is searched for again' },
    404: { description: 'This person has no open request' },
    409: { description: 'A release has already been grabbed' },
  },
})
