import { z } from 'zod'
import { line, lines, timeSchema } from './common'
import { operation } from './operation'

/** What a target can be told about. Names are fixed: existing clients send them. */
export const NOTIFICATION_EVENTS = ['onNewRequest'] as const
export const notificationEventSchema = z.enum(NOTIFICATION_EVENTS).meta({ id: 'NotificationEvent' })
export type NotificationEvent = z.infer<typeof notificationEventSchema>

/** Variables of a body template, written `{name}`. */
export const TEMPLATE_VARIABLES = [
  'eventType',
  'eventUser',
  'bookTitle',
  'bookSubtitle',
  'bookAuthors',
  'bookNarrators',
  'bookASIN',
  'bookCover',
  'bookUrl',
  'requestUrl',
] as const
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]

/** RFC 9110 field names; values are one line of visible text. */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name')
const headerValue = line({ max: 4000 })
const MAX_HEADERS = 50

/** `null`, or the shape that answers show, keeps the stored value of that header. */
const headersObject = z
  .record(
    headerName,
    z.union([
      headerValue,
      z.null(),
      z.strictObject({ value: z.null(), set: z.literal(true) }).transform(() => null),
    ]),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `at most ${MAX_HEADERS} headers`)

/** Older clients send the headers as a string of JSON; an empty string is no headers. */
const headersSchema = z.union([
  headersObject,
  z
    .string()
    .max(20_000)
    .transform((text, context) => {
      if (text.trim() === '') return {}
      try {
        const value: unknown = JSON.parse(text)
        return value
      } catch {
        context.addIssue({ code: 'custom', message: 'must be an object or the JSON text of one' })
        return z.NEVER
      }
    })
    .pipe(headersObject),
])

const targetUrl = line({ min: 1, max: 2000 }).refine((value) => {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}, 'must be an http or https address')

export const notificationTargetBody = z
  .strictObject({
    name: line({ min: 1, max: 100 }),
    url: targetUrl,
    events: z.array(notificationEventSchema).min(1).optional(),
    event_type: notificationEventSchema.optional(),
    body_type: z.enum(['text', 'json']),
    body: lines({ min: 1, max: 10_000 }),
    headers: headersSchema.optional().default({}),
    enabled: z.boolean().optional().default(true),
  })
  .refine((target) => target.events !== undefined || target.event_type !== undefined, {
    path: ['events'],
    message: 'at least one event is needed',
  })
  .transform(({ event_type, events, ...target }) => ({
    ...target,
    events: [...new Set(events ?? (event_type ? [event_type] : []))],
  }))
  .meta({ id: 'NotificationTargetBody' })
export type NotificationTargetBody = z.infer<typeof notificationTargetBody>

export const deliveryStateSchema = z.enum(['pending', 'delivered', 'failed'])

export const notificationTargetSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    events: z.array(notificationEventSchema),
    event_type: notificationEventSchema.nullable(),
    body_type: z.enum(['text', 'json']),
    body: z.string(),
    headers: z.record(z.string(), z.object({ value: z.null(), set: z.literal(true) })),
    enabled: z.boolean(),
    last_delivery: z
      .object({
        state: deliveryStateSchema,
        at: timeSchema,
        attempts: z.number().int(),
        error: z.string().nullable(),
        next_attempt_at: timeSchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'NotificationTarget' })
export type NotificationTargetDto = z.infer<typeof notificationTargetSchema>

const idParams = z.object({ id: line({ min: 1, max: 100 }) })
const taken = { 409: { description: 'The name is taken' } }
const missing = { 404: { description: 'No such target' } }

export const listNotificationTargets = operation({
  method: 'GET',
  path: '/api/settings/notifications',
  summary: 'Where notifications go',
  access: 'admin',
  answers: { 200: { description: 'The targets', schema: z.array(notificationTargetSchema) } },
})

export const createNotificationTarget = operation({
  method: 'POST',
  path: '/api/settings/notifications',
  summary: 'Add a target',
  access: 'admin',
  body: notificationTargetBody,
  answers: { 201: { description: 'The target', schema: notificationTargetSchema }, ...taken },
})

export const updateNotificationTarget = operation({
  method: 'PUT',
  path: '/api/settings/notifications/{id}',
  summary: 'Change a target',
  access: 'admin',
  params: idParams,
  body: notificationTargetBody,
  answers: { 200: { description: 'The target', schema: notificationTargetSchema }, ...missing, ...taken },
})

export const deleteNotificationTarget = operation({
  method: 'DELETE',
  path: '/api/settings/notifications/{id}',
  summary: 'Remove a target and what is still to be sent to it',
  access: 'admin',
  params: idParams,
  answers: { 204: { description: 'Removed' }, ...missing },
})

export const enableNotificationTarget = operation({
  method: 'PATCH',
  path: '/api/settings/notifications/{id}/enable',
  summary: 'Switch a target on or off',
  access: 'admin',
  params: idParams,
  answers: { 200: { description: 'The target', schema: notificationTargetSchema }, ...missing },
})
