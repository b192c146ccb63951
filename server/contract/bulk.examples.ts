import { bulkAnswer, changeMatchingRequests, changeRequests, requestMany, selectionSchema } from './bulk'
import { book } from './books.examples'
import { example } from './example'
import './quotas.examples'

const time = '2026-11-21T09:30:00.000Z'
const done = ['B0EXAMPLE1']
const other = { asin: 'B0EXAMPLE2' }

const answer = example(bulkAnswer, {
  done,
  failed: [
    {
      ...other,
      code: 'not_requested',
      params: { why: 'nobody' },
      detail: 'No one has requested this audiobook.',
    },
  ],
})
example(changeRequests.body, {
  asins: [...done, other.asin],
  seen: [{ ...other, version: book.version }],
})
example(requestMany.body, { asins: [...done, other.asin] })
example(requestMany.answers[200].schema, {
  done,
  failed: [
    {
      ...other,
      code: 'quota_exceeded',
      params: { days: 7, limit: 5, next_at: time },
      detail: `You have used up your quota of 5 in 7 days. You can request again from ${time}.`,
    },
  ],
  quota: { quota: { requests: 5, days: 7 }, left: 0, next_at: time },
})
example(changeMatchingRequests.answers[200].schema, { ...answer, next: { requested_at: time, ...other } })
example(selectionSchema, {
  total: 153,
  applies_to: { approve: 12, decline: 12, remove: 153, downloaded: 60 },
  from: { requested_at: time },
})
example(changeMatchingRequests.body, {
  matching: { filter: 'all', status: 'waiting_for_approval', user: 'robin' },
  from: { requested_at: time },
})
