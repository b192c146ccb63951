import { z } from 'zod'
import { bookSchema } from './books'
import { causeSchema } from './cause'
import { asinParams, line, timeSchema, queryBoolean } from './common'
import { BLOCK_REASONS, chosenRelease, releaseRulingSchema } from './judged-pairs'
import { operation } from './operation'
import { conditionsSchema } from './wishes'
import { releaseSchema } from './releases'

const unknownBook = { 404: { description: 'No one has requested this audiobook' } }
const notNow = { 409: { description: 'Not possible in the audiobook’s current state' } }
const notSetUp = { 400: { description: 'The search service is not configured' } }

/** How a selected indexer answered; distinguishes “nothing found” from “could not query”. */
const indexerAnswerSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    state: z.enum(['asking', 'answered', 'failed']),
    found: z.number().int(),
    error: z.string().nullable(),
    cause: causeSchema.nullable(),
  })
  .meta({ id: 'IndexerAnswer' })
export type IndexerAnswerDto = z.infer<typeof indexerAnswerSchema>

/** A release as the releases page shows it. */
const offeredReleaseSchema = releaseSchema
  .extend({
    blocked: z.boolean().meta({ description: 'Blocked for this audiobook' }),
    acceptable: z.boolean().meta({
      description: 'Nothing speaks against it now; the verdict does not know of blocks made or lifted since',
    }),
    grab: z
      .enum(['sending', 'unconfirmed', 'grabbed', 'rejected', 'reverted'])
      .nullable()
      .meta({ description: 'The outcome of the grab; null if there was none' }),
    judged: releaseRulingSchema.nullable().meta({
      description: 'An administrator’s ruling; null if there is none',
    }),
  })
  .meta({ id: 'OfferedRelease' })
export type OfferedReleaseDto = z.infer<typeof offeredReleaseSchema>

export const sourcesSchema = z
  .object({
    state: z.enum(['ok', 'querying', 'uncached']),
    book: bookSchema,
    conditions: conditionsSchema.nullable().meta({ description: 'The combined wishes of the requesters' }),
    sources: z.array(offeredReleaseSchema).meta({ description: 'Best first, rejected ones last' }),
    error_message: z.string().nullable().meta({ description: 'For example "1 of 3 failed: …"' }),
    cause: causeSchema.nullable().meta({ description: 'The same as a code' }),
    search_id: z.string().nullable(),
    searched_at: timeSchema.nullable(),
    indexers: z.array(indexerAnswerSchema),
  })
  .meta({ id: 'Sources' })
export type SourcesDto = z.infer<typeof sourcesSchema>

export const listSources = operation({
  method: 'GET',
  path: '/api/requests/{asin}/sources',
  summary:
    'The releases for a requested audiobook with their verdicts. A call with an API key that is not read-only starts a search unless a fresh one is kept or `only_cached` is set; other callers start one with a POST to `refresh`',
  access: 'admin',
  params: asinParams,
  query: z.strictObject({
    only_cached: queryBoolean.optional().default(false).meta({ type: 'boolean' }),
    /** Shows an earlier search instead of the newest. */
    search_id: line({ min: 1, max: 100 }).optional(),
  }),
  answers: {
    200: { description: 'The results so far', schema: sourcesSchema },
    429: {
      description: 'Too many searches started in a short time; see `Retry-After`',
    },
    ...notSetUp,
    ...unknownBook,
  },
})

export const releaseSearchSchema = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'finished', 'failed']),
    actor: z.string().nullable().meta({ description: 'Username; null for the server itself' }),
    started_at: timeSchema,
    finished_at: timeSchema.nullable(),
    found: z.number().int(),
    accepted: z.number().int(),
    error: z.string().nullable(),
    cause: causeSchema.nullable(),
    indexers: z.array(indexerAnswerSchema),
  })
  .meta({ id: 'ReleaseSearch' })
export type ReleaseSearchDto = z.infer<typeof releaseSearchSchema>

export const listReleaseSearches = operation({
  method: 'GET',
  path: '/api/requests/{asin}/searches',
  summary: 'The searches for releases so far, newest first',
  access: 'admin',
  params: asinParams,
  answers: { 200: { description: 'The searches', schema: z.array(releaseSearchSchema) }, ...unknownBook },
})

export const refreshSources = operation({
  method: 'POST',
  path: '/api/requests/{asin}/refresh',
  summary: 'Search for releases in the background; grabs nothing',
  access: 'trusted',
  limit: 'release_search',
  params: asinParams,
  query: z.strictObject({
    force_refresh: queryBoolean.optional().default(false).meta({ type: 'boolean' }),
  }),
  answers: {
    202: { description: 'Searching, or a fresh search already exists' },
    ...notSetUp,
    ...unknownBook,
  },
})

export const downloadRelease = operation({
  method: 'POST',
  path: '/api/requests/{asin}/download',
  summary: 'Send a release to the download client, even a rejected one',
  access: 'admin',
  params: asinParams,
  body: chosenRelease,
  answers: {
    204: { description: 'Sent to the download client' },
    ...notSetUp,
    ...unknownBook,
    ...notNow,
    502: {
      description: 'The search service or its download client refused; the detail says which and what to do',
    },
    504: { description: 'No answer: Earmark is checking whether it was sent' },
  },
})

export const autoDownload = operation({
  method: 'POST',
  path: '/api/requests/{asin}/auto-download',
  summary:
    'Search for the book now and grab the best release; requires an approved request, except for administrators their own',
  access: 'trusted',
  limit: 'release_search',
  params: asinParams,
  answers: { 204: { description: 'Under way' }, ...notSetUp, ...unknownBook, ...notNow },
})

export const markAvailable = operation({
  method: 'PATCH',
  path: '/api/requests/{asin}/downloaded',
  summary: 'Mark as available',
  access: 'admin',
  params: asinParams,
  answers: { 204: { description: 'Marked' }, ...unknownBook },
})

export const markArrived = operation({
  method: 'POST',
  path: '/api/requests/{asin}/arrived',
  summary: 'Mark as available; requesters may do so once a release was sent',
  access: 'any',
  params: asinParams,
  answers: { 204: { description: 'Marked' }, ...unknownBook, ...notNow },
})

export const markFailed = operation({
  method: 'POST',
  path: '/api/requests/{asin}/failed',
  summary: 'Mark the download as failed; requests are kept',
  access: 'admin',
  params: asinParams,
  body: z
    .strictObject({ reason: line({ max: 500 }).optional() })
    .meta({ id: 'Failure' })
    .optional(),
  answers: { 204: { description: 'Marked' }, ...unknownBook, ...notNow },
})

export const revertRequest = operation({
  method: 'POST',
  path: '/api/requests/{asin}/revert',
  summary: 'Start over; requests are kept',
  access: 'admin',
  params: asinParams,
  answers: { 204: { description: 'Started over' }, ...unknownBook, ...notNow },
})

export const confirmGrab = operation({
  method: 'POST',
  path: '/api/requests/{asin}/confirm-grab',
  summary: 'Say whether the download client has a release whose grab got no answer',
  access: 'admin',
  params: asinParams,
  body: z.strictObject({ grabbed: z.boolean() }).meta({ id: 'GrabConfirmation' }),
  answers: { 204: { description: 'Noted' }, ...unknownBook, ...notNow },
})

export const retryRequest = operation({
  method: 'POST',
  path: '/api/requests/{asin}/retry',
  summary: 'Search for it again, now or at another time',
  access: 'admin',
  params: asinParams,
  body: z.strictObject({ next_try_at: timeSchema.optional() }).meta({ id: 'NextTry' }).optional(),
  answers: { 204: { description: 'Planned' }, ...notSetUp, ...unknownBook, ...notNow },
})

export const stopRequest = operation({
  method: 'POST',
  path: '/api/requests/{asin}/stop',
  summary: 'Stop searching for it until told otherwise; requests are kept',
  access: 'admin',
  params: asinParams,
  answers: { 204: { description: 'Stopped' }, ...unknownBook, ...notNow },
})

export const blockRelease = operation({
  method: 'POST',
  path: '/api/requests/{asin}/blocklist',
  summary: 'Block this release for this audiobook',
  access: 'admin',
  params: asinParams,
  body: chosenRelease
    .extend({
      title: line({ min: 1, max: 1000 }),
      reason: z.enum(BLOCK_REASONS).optional().default('unwanted').meta({
        description: 'Why: not wanted although it may be the book, or a release of another book',
      }),
    })
    .meta({ id: 'UnwantedRelease' }),
  answers: { 204: { description: 'Blocked' }, ...unknownBook },
})

export const unblockRelease = operation({
  method: 'DELETE',
  path: '/api/requests/{asin}/blocklist',
  summary: 'Unblock a release',
  access: 'admin',
  params: asinParams,
  body: chosenRelease,
  answers: { 204: { description: 'Allowed' }, ...unknownBook },
})
