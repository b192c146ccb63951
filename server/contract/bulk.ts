import { z } from 'zod'
import { seenVersion } from './books'
import { asinSchema, line, regionChoice, timeSchema } from './common'
import { issueSchema, paramsSchema, issueCode } from './issues'
import { operation } from './operation'
import { quotaStandingSchema } from './quotas'
import { listRequestsQuery } from './requests'

export const BULK_ACTIONS = ['approve', 'decline', 'remove', 'downloaded'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const change = {
  action: z.enum(BULK_ACTIONS),
  reason: line({ max: 500 }).optional().meta({ description: 'The reason for declining' }),
  seen: z
    .array(z.strictObject({ asin: asinSchema, version: seenVersion }).meta({ id: 'SeenBook' }))
    .max(500)
    .optional()
    .meta({
      description:
        'The books as they were shown. One that differs is neither approved nor declined, and fails with `changed_since_seen`',
    }),
}
const bulkBody = z
  .strictObject({ asins: z.array(asinSchema).min(1).max(500), ...change })
  .meta({ id: 'BulkChange' })
export type BulkBody = z.infer<typeof bulkBody>

/** The result for each book; a failure does not affect the others. */
export const bulkAnswer = z
  .object({
    done: z.array(z.string()),
    failed: z.array(
      z.object({
        asin: z.string(),
        code: z.string(),
        params: paramsSchema,
        detail: z.string(),
        errors: z.array(issueSchema).optional(),
      }),
    ),
  })
  .meta({ id: 'BulkAnswer' })
export type BulkAnswerDto = z.infer<typeof bulkAnswer>

export const changeRequests = operation({
  method: 'POST',
  path: '/api/requests/bulk',
  summary: 'Approve, decline, withdraw or mark as available many audiobooks at once',
  access: 'admin',
  body: bulkBody,
  answers: {
    200: { description: 'The outcome for each; one failure does not stop the others', schema: bulkAnswer },
  },
})

const requestManyBody = z
  .strictObject({ asins: z.array(asinSchema).min(1).max(200), region: regionChoice })
  .meta({ id: 'RequestMany' })

/** The result for each book, and the remaining quota. */
const requestManyAnswer = z
  .object({ ...bulkAnswer.shape, quota: quotaStandingSchema })
  .meta({ id: 'RequestManyAnswer' })
export type RequestManyDto = z.infer<typeof requestManyAnswer>

export const requestMany = operation({
  method: 'POST',
  path: '/api/requests',
  summary: 'Request many audiobooks at once, such as the missing ones of a series',
  access: 'any',
  fetches: 'books',
  body: requestManyBody,
  answers: {
    200: {
      description:
        'The outcome for each; as many as fit the quota are requested, and the others fail with `quota_exceeded`, or with `too_many_calls` beyond what one person may request in a short time',
      schema: requestManyAnswer,
    },
  },
})

const matching = listRequestsQuery.pick({ filter: true, status: true, user: true, q: true })
export type Matching = z.infer<typeof matching>

/** A position among the matches, newest request first. */
const placeSchema = z
  .strictObject({
    requested_at: timeSchema,
    asin: z
      .string()
      .regex(/^[A-Z0-9]{10}$/, issueCode('not_an_asin'))
      .optional()
      .meta({ description: 'The last book before this position' }),
  })
  .meta({ id: 'SelectionPlace', description: 'Books requested later are not selected' })
export type SelectionPlace = z.infer<typeof placeSchema>

export const selectionSchema = z
  .object({
    total: z.number().int(),
    applies_to: z.record(z.enum(BULK_ACTIONS), z.number().int()).meta({
      description: 'How many of them each action applies to',
    }),
    from: placeSchema.meta({ description: 'Where the first step of a change starts' }),
  })
  .meta({ id: 'Selection' })
export type SelectionDto = z.infer<typeof selectionSchema>

export const countMatchingRequests = operation({
  method: 'GET',
  path: '/api/requests/bulk/matching',
  summary: 'How many requested audiobooks match, and how many of them each action applies to',
  access: 'admin',
  query: matching,
  answers: { 200: { description: 'The selection', schema: selectionSchema } },
})

export const matchingBody = z
  .strictObject({ matching, from: placeSchema, ...change })
  .meta({ id: 'MatchingChange' })
export type MatchingBody = z.infer<typeof matchingBody>

export const matchingAnswer = bulkAnswer
  .extend({
    next: placeSchema.nullable().meta({ description: 'Where the next step starts; null after the last' }),
  })
  .meta({ id: 'MatchingAnswer' })
export type MatchingAnswerDto = z.infer<typeof matchingAnswer>

export const changeMatchingRequests = operation({
  method: 'POST',
  path: '/api/requests/bulk/matching',
  summary:
    'The same for one step of all matching audiobooks: up to 100 that the action applies to, newest request first, excluding any requested after the selection was made',
  access: 'admin',
  body: matchingBody,
  answers: {
    200: {
      description: 'The outcome for each in this step, and where the next one starts',
      schema: matchingAnswer,
    },
  },
})
