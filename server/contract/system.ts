import { z } from 'zod'
import { SEARCH_ISSUES } from './books'
import { causeSchema } from './cause'
import { paramsSchema } from './issues'
import { operation } from './operation'

const healthSchema = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' })

/** A live event names what has changed; the client refetches the affected queries. */
export const liveEventSchema = z
  .object({
    topic: z.enum([
      'requests',
      'lists',
      'releases',
      'indexers',
      'connections',
      'notifications',
      'inbox',
      'follows',
      'storage',
      'session',
    ]),
    asin: z.string().optional(),
  })
  .meta({ id: 'LiveEvent' })
export type LiveEvent = z.infer<typeof liveEventSchema>

export const getHealth = operation({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the server and its database answer',
  access: 'public',
  answers: {
    200: { description: 'Both answer', schema: healthSchema },
    503: { description: 'The database does not answer' },
  },
})

export const getEvents = operation({
  method: 'GET',
  path: '/api/events',
  summary: 'Server-sent events about changes that the caller may see',
  access: 'any',
  passive: true,
  answers: {
    200: {
      description: 'A stream of LiveEvent objects',
      mediaTypes: ['text/event-stream'],
      schema: liveEventSchema,
    },
  },
})

const proxyParams = z.object({
  address: z.string().meta({ description: 'The network address it is about' }),
  variable: z.string().meta({ description: 'The environment variable that fixes it' }),
})

const waitParams = z.object({
  connection: z.string().meta({
    description: 'Its name; `torrent` or `usenet` if there is no download client for that protocol',
  }),
  n: z.number().int().meta({ description: 'How many books wait for it' }),
})

const storageParams = z.object({ path: z.string().meta({ description: 'The database file' }) })

/** Something about the installation that an administrator should fix. */
export const noticeSchema = z
  .discriminatedUnion('code', [
    z.object({
      code: z.literal('untrusted_proxy').meta({ description: 'Stable, for programs' }),
      text: z.string().meta({ description: 'A sentence for a person' }),
      params: proxyParams,
      ...proxyParams.shape,
    }),
    z.object({
      code: z
        .literal('books_wait')
        .meta({ description: 'A connection does not work, and books wait until it does' }),
      text: z.string(),
      params: waitParams,
      cause: causeSchema.meta({ description: 'Why it does not work' }),
    }),
    z.object({
      code: z
        .enum(['storage_replaced', 'storage_damaged'])
        .meta({ description: 'The database file was deleted, replaced or damaged while the server ran' }),
      text: z.string(),
      params: storageParams,
    }),
    z.object({
      code: z.enum(SEARCH_ISSUES).meta({ description: 'Why no book can be searched for' }),
      text: z.string(),
      params: paramsSchema,
      settings: z
        .array(z.string())
        .meta({ description: 'Settings of the search service that have no value' }),
    }),
  ])
  .meta({ id: 'Notice' })
export type NoticeDto = z.infer<typeof noticeSchema>

export const listNotices = operation({
  method: 'GET',
  path: '/api/system/notices',
  summary: 'What is wrong with the installation and how to fix it',
  access: 'admin',
  answers: { 200: { description: 'The notices; empty if all is well', schema: z.array(noticeSchema) } },
})
