import { z } from 'zod'
import { line, timeSchema } from './common'
import { operation } from './operation'

const feedSchema = z
  .object({ created_at: timeSchema.nullable().meta({ description: 'Null: there is no address' }) })
  .meta({ id: 'Feed' })

const createdFeedSchema = z
  .object({
    created_at: timeSchema,
    calendar_url: z.url().meta({ description: 'As ICS; shown this once' }),
    rss_url: z.url().meta({ description: 'As RSS; shown this once' }),
  })
  .meta({ id: 'CreatedFeed' })

const tokenParams = z.object({ token: line({ min: 1, max: 100 }) })

export const getFeed = operation({
  method: 'GET',
  path: '/api/settings/account/feed',
  summary: 'Whether the own calendar has a private address',
  access: 'any',
  answers: { 200: { description: 'Since when, without the address itself', schema: feedSchema } },
})

export const createFeed = operation({
  method: 'POST',
  path: '/api/settings/account/feed',
  summary: 'Give the own calendar a private address; the one before is revoked',
  access: 'any',
  limit: 'api_key',
  answers: {
    201: { description: 'The addresses, shown this once', schema: createdFeedSchema },
    403: { description: 'Asked for by a key that expires' },
  },
})

export const revokeFeed = operation({
  method: 'DELETE',
  path: '/api/settings/account/feed',
  summary: 'Revoke the private address of the own calendar',
  access: 'any',
  answers: { 204: { description: 'There is none now' } },
})

const feedProblems = {
  304: { description: 'As the client has it, by If-None-Match' },
  404: { description: 'Revoked, or never made' },
  429: { description: 'Too many failed attempts; see Retry-After' },
}

export const readCalendarFeed = operation({
  method: 'GET',
  path: '/api/feeds/{token}/calendar.ics',
  summary: 'The calendar of whoever has this address, as ICS',
  access: 'public',
  params: tokenParams,
  answers: {
    200: { description: 'iCalendar (RFC 5545)', mediaType: 'text/calendar', schema: z.string() },
    ...feedProblems,
  },
})

export const readRssFeed = operation({
  method: 'GET',
  path: '/api/feeds/{token}/calendar.rss',
  summary: 'The calendar of whoever has this address, as RSS',
  access: 'public',
  params: tokenParams,
  answers: {
    200: { description: 'RSS 2.0', mediaType: 'application/rss+xml', schema: z.string() },
    ...feedProblems,
  },
})
