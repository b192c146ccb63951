import { example } from './example'
import { createFeed, getFeed } from './feeds'
import { follow, patchFollow } from './follows'

const followed = { kind: 'series', asin: 'B0CTHT9L1S' } as const
example(follow.body, { ...followed, region: 'us', requests: false })
example(follow.answers[200].schema, {
  ...followed,
  id: '0d7cf3f1-9d0e-4a59-8d93-5b0f6c2a7e14',
  name: 'Harbour Tales',
})
example(patchFollow.body, { requests: true })
example(getFeed.answers[200].schema, { created_at: '2026-11-21T09:30:00.000Z' })
example(createFeed.answers[201].schema, {
  calendar_url: 'https://books.example.com/api/feeds/pT3nQy7LwZ4/calendar.ics',
  rss_url: 'https://books.example.com/api/feeds/pT3nQy7LwZ4/calendar.rss',
})
