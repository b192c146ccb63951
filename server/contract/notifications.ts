import { z } from 'zod'
import { languageSchema, line, lines, timeSchema } from './common'
import { deliveryCauseSchema, deliveryFailure } from './delivery-cause'
import { issueSchema, issueCode } from './issues'
import { findDeepNesting } from './json-nesting'

/** The events that a target can receive. Names are fixed: existing clients send them. */
export const NOTIFICATION_EVENTS = [
  'onNewRequest',
  'onRequestApproved',
  'onRequestDeclined',
  'onSuccessfulDownload',
  'onFailedDownload',
  'onAvailable',
  'onNotFound',
  'onNotInLibrary',
  'onNewBook',
] as const
export const notificationEventSchema = z.enum(NOTIFICATION_EVENTS).meta({ id: 'NotificationEvent' })
export type NotificationEvent = z.infer<typeof notificationEventSchema>

/** The kinds of services; `custom` is any other that accepts an HTTP POST. */
export const SERVICE_KINDS = ['apprise', 'gotify', 'ntfy', 'discord', 'custom'] as const
/** The kinds of services, and browsers, which provide their own address and keys. */
const NOTIFICATION_KINDS = [...SERVICE_KINDS, 'web_push'] as const
export const notificationKindSchema = z.enum(NOTIFICATION_KINDS).meta({ id: 'NotificationKind' })
export type NotificationKind = z.infer<typeof notificationKindSchema>

/** Variables of a template, written `{name}`. Those that do not apply to an event are empty. */
export const TEMPLATE_VARIABLES = [
  'eventType',
  'eventTitle',
  'eventText',
  'eventLevel',
  'eventUser',
  'eventUserExtraData',
  'joinedUsers',
  'joinedUsersLabel',
  'joinedUsersExtraData',
  'bookTitle',
  'bookSubtitle',
  'bookAuthors',
  'bookAuthorsLabel',
  'bookNarrators',
  'bookNarratorsLabel',
  'bookASIN',
  'bookCover',
  'bookUrl',
  'requestUrl',
  'torrentInfoHash',
  'sourceSizeMB',
  'sourceTitle',
  'indexerName',
  'sourceProtocol',
  'errorStatus',
  'errorReason',
  'reason',
] as const
const templateVariableSchema = z.enum(TEMPLATE_VARIABLES).meta({ id: 'TemplateVariable' })
export type TemplateVariable = z.infer<typeof templateVariableSchema>

const bodyTypeSchema = z.enum(['text', 'json'])

/** RFC 9110 field names; values are one line of visible text. */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, issueCode('not_a_header_name'))
const headerValue = line({ max: 4000 })
const MAX_HEADERS = 50

/** `null`, or a secret value as responses show it, keeps the stored value of that header. */
const headersObject = z
  .record(
    headerName,
    z.union([
      headerValue,
      z.null(),
      z.strictObject({ value: headerValue.nullable(), set: z.literal(true) }).transform(({ value }) => value),
    ]),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, {
    message: issueCode('too_many_headers'),
    params: { maximum: MAX_HEADERS },
  })

/** Older clients send the headers as a JSON string; an empty string means none. */
const headersSchema = z.union([
  headersObject,
  z
    .string()
    .max(20_000)
    .transform((text, context) => {
      if (text.trim() === '') return {}
      try {
        if (findDeepNesting(text) >= 0) throw new SyntaxError('Nested too deeply')
        const value: unknown = JSON.parse(text)
        return value
      } catch {
        context.addIssue({ code: 'custom', message: issueCode('not_headers') })
        return z.NEVER
      }
    })
    .pipe(headersObject),
])

const targetUrl = line({ min: 1, max: 2000 })
  .refine((value) => {
    return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  }, issueCode('not_an_address'))
  .meta({ format: 'uri', pattern: '^https?://' })

const templateSchema = lines({ min: 1, max: 10_000 })

/** A new token; `null`, or the token as responses show it, keeps the stored one; an empty text deletes it. */
const tokenSchema = z
  .union([headerValue, z.null(), z.strictObject({ set: z.boolean() }).transform(() => null)])
  .meta({ description: 'Sent in the header that the target’s kind uses for it' })

/** The language of a target's messages. */
const messageLanguage = languageSchema.nullable()

/** The parts of a request to a target; unless the kind is `custom`, each has a default. */
const contents = {
  kind: notificationKindSchema
    .optional()
    .meta({ description: 'Default for a new target: custom; if omitted later, it stays as it is' }),
  body_type: bodyTypeSchema.optional(),
  body: templateSchema.optional(),
  headers: headersSchema.optional(),
  token: tokenSchema.optional(),
  language: messageLanguage.optional().meta({
    description:
      'Language of the texts that the server writes; null, the default: the owner’s or the server’s; if omitted later, it stays as it is',
  }),
}

export const notificationTargetBody = z
  .strictObject({
    name: line({ min: 1, max: 100 }),
    url: targetUrl,
    events: z.array(notificationEventSchema).min(1).optional(),
    event_type: notificationEventSchema.nullish(),
    event: notificationEventSchema.nullish(),
    ...contents,
    enabled: z
      .boolean()
      .optional()
      .meta({ description: 'Default for a new target: true; if omitted later, it stays as it is' }),
  })
  .transform(({ event, event_type, events, ...target }) => {
    const only = event_type ?? event
    return { ...target, events: [...new Set(events ?? (only ? [only] : []))] }
  })
  .refine(({ events }) => events.length > 0, { path: ['events'], message: issueCode('no_events') })
  .meta({ id: 'NotificationTargetBody' })
export type NotificationTargetBody = z.infer<typeof notificationTargetBody>

/**
 * Everything but the address may be omitted. A saved target supplies missing values, including the address.
 */
export const testNotificationBody = z
  .strictObject({
    ...contents,
    url: targetUrl.optional(),
    event: notificationEventSchema
      .optional()
      .meta({ description: 'The sample event; by default the first of the target’s events' }),
    events: z.array(notificationEventSchema).optional(),
    event_type: notificationEventSchema.nullable().optional(),
    name: line({ max: 100 }).optional(),
    enabled: z.boolean().optional(),
  })
  .transform(({ event, events, event_type, name: _name, enabled: _enabled, ...target }) => {
    const sample = event ?? events?.[0] ?? event_type
    return { ...target, ...(sample && { event: sample }) }
  })
  .meta({ id: 'TestNotification' })
export type TestNotificationBody = z.infer<typeof testNotificationBody>

/** The form's values so far, which may be invalid. */
export const previewNotificationBody = z
  .strictObject({
    kind: notificationKindSchema.optional().default('custom'),
    event: notificationEventSchema.optional().default('onNewRequest'),
    url: line({ max: 2000 }).optional().default(''),
    body_type: bodyTypeSchema.optional(),
    body: lines({ max: 10_000 }).optional(),
    headers: headersSchema.optional(),
    language: messageLanguage.optional(),
  })
  .meta({ id: 'PreviewNotification' })
export type PreviewNotificationBody = z.infer<typeof previewNotificationBody>

export const deliveryStateSchema = z.enum(['pending', 'delivered', 'failed'])

export const notificationTargetSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: notificationKindSchema,
    url: z.string().meta({ description: 'Secret parts are shown as `***`' }),
    events: z.array(notificationEventSchema),
    event_type: notificationEventSchema
      .nullable()
      .meta({ description: 'The event if there is only one, for older clients' }),
    event: notificationEventSchema.nullable().meta({ description: 'Same as `event_type`' }),
    body_type: bodyTypeSchema,
    body: z.string(),
    headers: z
      .record(z.string(), z.object({ value: z.string().nullable(), set: z.literal(true) }))
      .meta({ description: 'Values are secret and null, except those that the kind declares as not secret' }),
    token: z
      .object({ set: z.boolean() })
      .nullable()
      .meta({ description: 'Whether there is one; null if the kind uses none' }),
    language: messageLanguage.meta({
      description: 'Language of the texts that the server writes; null: the owner’s or the server’s',
    }),
    enabled: z.boolean(),
    last_delivery: z
      .object({
        state: deliveryStateSchema,
        at: timeSchema,
        attempts: z.number().int(),
        ...deliveryFailure,
        next_attempt_at: timeSchema.nullable(),
      })
      .nullable(),
    failing: z
      .object({ since: timeSchema, error: z.string(), cause: deliveryCauseSchema.nullable() })
      .nullable()
      .meta({ description: 'Set if the last completed message failed for good' }),
    pending_count: z
      .number()
      .int()
      .meta({ description: 'Number of messages that are waiting or being sent' }),
    failed_count: z
      .number()
      .int()
      .meta({ description: 'Number of messages that failed for good and were not resent' }),
  })
  .meta({ id: 'NotificationTarget' })
export type NotificationTargetDto = z.infer<typeof notificationTargetSchema>

/** The defaults that the form needs. */
export const notificationKindsSchema = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether the caller may add targets here' }),
    private_addresses: z
      .boolean()
      .meta({ description: 'Whether targets may be on the server’s own network' }),
    kinds: z.array(
      z.object({
        kind: notificationKindSchema,
        address_example: z.string(),
        body_type: bodyTypeSchema,
        body_types: z.array(bodyTypeSchema).meta({ description: 'The formats that the service understands' }),
        body: z.string().meta({ description: 'The default template' }),
        headers: z.record(z.string(), z.string()).meta({ description: 'The default headers' }),
        token: z
          .object({ header: z.string(), required: z.boolean() })
          .nullable()
          .meta({ description: 'null: the service uses none, or it is part of the address' }),
        open_headers: z
          .array(z.string())
          .meta({ description: 'Headers without secrets: their values are shown' }),
        limits: z.array(
          z.object({
            path: z
              .string()
              .meta({ description: 'Part of the body, such as `content`; empty: the whole body' }),
            max: z.number().int(),
            unit: z.enum(['characters', 'bytes']),
          }),
        ),
      }),
    ),
    events: z.array(notificationEventSchema),
    variables: z.array(templateVariableSchema),
  })
  .meta({ id: 'NotificationKinds' })
export type NotificationKindsDto = z.infer<typeof notificationKindsSchema>

/** The key a browser needs so that this server can send it messages. */
export const pushKeySchema = z
  .object({ public_key: z.string().meta({ description: 'The VAPID key of this server, as base64url' }) })
  .meta({ id: 'PushKey' })
export type PushKeyDto = z.infer<typeof pushKeySchema>

/** The new push address of a browser. */
export const pushRenewalBody = z
  .strictObject({
    old_url: targetUrl.meta({ description: 'The address it was sent to' }),
    url: targetUrl,
    headers: z.record(headerName, headerValue).meta({ description: 'The keys of the browser' }),
  })
  .meta({ id: 'PushRenewal' })
export type PushRenewalBody = z.infer<typeof pushRenewalBody>

/** A request as sent, with secrets as `***`. */
const sentRequestSchema = z.object({
  method: z.literal('POST'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type SentRequestDto = z.infer<typeof sentRequestSchema>

const templateRemarkSchema = z.object({
  path: z.string().meta({ description: '`body`, or `headers.` and a name' }),
  name: z.string().meta({ description: 'Names in braces that are not variables' }),
})

export const notificationPreviewSchema = z
  .object({
    request: sentRequestSchema,
    sample: z
      .record(templateVariableSchema, z.string())
      .meta({ description: 'The values it is filled with, in the target’s language' }),
    problems: z.array(issueSchema).meta({ description: 'Why it cannot be saved or sent like this' }),
    unknown_variables: z.array(templateRemarkSchema),
    shortened: z.array(z.string()).meta({
      description: 'Parts of the body that were cut to the service’s limit; an empty part: the whole body',
    }),
  })
  .meta({ id: 'NotificationPreview' })
export type NotificationPreviewDto = z.infer<typeof notificationPreviewSchema>

export const notificationTestSchema = z
  .object({
    delivered: z.boolean(),
    ...deliveryFailure,
    request: sentRequestSchema,
    answer: z
      .object({
        status: z.number().int(),
        body: z.string().meta({ description: 'The beginning of the response' }),
      })
      .nullable()
      .meta({ description: 'null: there was no response' }),
    duration_ms: z.number().int(),
    unknown_variables: z.array(templateRemarkSchema),
    shortened: z.array(z.string()),
  })
  .meta({ id: 'NotificationTest' })
export type NotificationTestDto = z.infer<typeof notificationTestSchema>
