import { z } from 'zod'
import { requestedBookSchema } from './books'
import { line, paging, timeSchema } from './common'
import { operation } from './operation'

const INBOX_CODES = ['book_announced', 'book_released'] as const
const inboxCodeSchema = z.enum(INBOX_CODES).meta({ id: 'InboxCode' })
export type InboxCode = z.infer<typeof inboxCodeSchema>

/** The outcome of an automatic request. */
export const REQUEST_OUTCOMES = [
  'requested',
  'already_requested',
  'already_available',
  'declined_for_good',
  'quota_exceeded',
  'not_in_region',
  'failed',
] as const
const requestOutcomeSchema = z.enum(REQUEST_OUTCOMES).meta({
  id: 'RequestOutcome',
  description: 'requested: it was requested; failed: it did not work for days; the others are error codes',
})
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>

const inboxItemSchema = requestedBookSchema
  .extend({
    id: z.string(),
    code: inboxCodeSchema,
    followed: z.string().meta({ description: 'Title of the series, or name of the person' }),
    at: timeSchema,
    read: z.boolean(),
    outcome: requestOutcomeSchema.nullable().meta({
      description:
        'The outcome of requesting the book automatically; null if not attempted yet, or not wanted',
    }),
  })
  .meta({ id: 'InboxItem' })
export type InboxItemDto = z.infer<typeof inboxItemSchema>

const inboxSchema = z
  .object({
    items: z.array(inboxItemSchema),
    total: z.number().int().meta({ description: 'Number of items, over all pages' }),
  })
  .meta({ id: 'Inbox' })
export type InboxDto = z.infer<typeof inboxSchema>

const listInboxQuery = z.strictObject({ ...paging(100, 100_000) })
export type ListInboxQuery = z.infer<typeof listInboxQuery>

const readInboxBody = z
  .strictObject({
    ids: z
      .array(line({ min: 1, max: 100 }))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'If omitted, all items' }),
  })
  .meta({ id: 'ReadInbox' })

const inboxCountSchema = z.object({ unread: z.number().int() }).meta({ id: 'InboxCount' })

export const listInbox = operation({
  method: 'GET',
  path: '/api/inbox',
  summary: 'New books from what the caller follows, newest first',
  access: 'any',
  query: listInboxQuery,
  answers: { 200: { description: 'A page of items', schema: inboxSchema } },
})

export const countInbox = operation({
  method: 'GET',
  path: '/api/inbox/count',
  summary: 'The number of unread inbox items',
  access: 'any',
  passive: true,
  answers: { 200: { description: 'Their number', schema: inboxCountSchema } },
})

export const readInbox = operation({
  method: 'POST',
  path: '/api/inbox/read',
  summary: 'Mark inbox items as read',
  access: 'any',
  body: readInboxBody,
  answers: { 200: { description: 'The number still unread', schema: inboxCountSchema } },
})
