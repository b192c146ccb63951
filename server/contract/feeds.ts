import { z } from 'zod'
import { line, timeSchema } from './common'
import { operation } from './operation'

const feedSchema = z
  .object({ created_at: timeSchema.nullable().meta({ description: 'Null: there is no address' }) })
  .meta({ id: 'Feed' })

const createdFeedSchema = z
  .object({
    created_at: timeSchema,
    calendar_url: z.url().meta({ description: 'As ICS; shown only once' }),
    rss_url: z.url().meta({ description: 'As RSS; shown only once' }),
  })
  .meta({ id: 'CreatedFeed' })

const tokenParams = z.object({ token: line({ min: 1, max: 100 }) })

export const getFeed = operation({
  method: 'GET',
  path: '/api/settings/account/feed',
  summary: 'Whether the caller’s calendar has a private address',
  access: 'any',
  answers: { 200: { description: 'When it was created, without the address itself', schema: feedSchema } },
})

export const createFeed = operation({
  method: 'POST',
  path: '/api/settings/account/feed',
  summary: 'Create a private address for the caller’s calendar; revokes the previous one',
  access: 'any',
  limit: 'api_key',
  answers: {
    201: { description: 'The addresses, shown only once', schema: createdFeedSchema },
    403: { description: 'Requested with a key that expires' },
  },
})

export const revokeFeed = operation({
  method: 'DELETE',
  path: '/api/settings/account/feed',
  summary: 'Revoke the private address of the caller’s calendar',
  access: 'any',
  answers: { 204: { description: 'There is no address any more' } },
})

const feedProblems = {
  304: { description: 'Unchanged, according to If-None-Match' },
  404: { description: 'Revoked, or never created' },
  429: { description: 'Too many failed attempts; see Retry-After' },
}

export const readCalendarFeed = operation({
  method: 'GET',
  path: '/api/feeds/{token}/calendar.ics',
  summary: 'The calendar at this private address, as ICS',
  access: 'public',
  params: tokenParams,
  answers: {
    200: { description: 'iCalendar (RFC 5545)', mediaTypes: ['text/calendar'], schema: z.string() },
    ...feedProblems,
  },
})

export const readRssFeed = operation({
  method: 'GET',
  path: '/api/feeds/{token}/calendar.rss',
  summary: 'The calendar at this private address, as RSS',
  access: 'public',
  params: tokenParams,
  answers: {
    200: { description: 'RSS 2.0', mediaTypes: ['application/rss+xml'], schema: z.string() },
    ...feedProblems,
  },
})
