import { bookDetailsSchema, bookSchema, requestedBookSchema, seenVersion } from './books'
import { example } from './example'
import { conditions, wishes } from './wishes.examples'

const version = example(seenVersion, '1.~kA3vT9xQ2mLw0ZsYb7dRe.pending.')
export const book = example(bookSchema, {
  asin: 'B0EXAMPLE1',
  title: 'The Lighthouse Keeper’s Almanac',
  subtitle: 'A Novel',
  authors: ['Ines Calder'],
  narrators: ['Tom Avery', 'June Hart'],
  cover_image: '/api/covers/B0EXAMPLE1?region=us',
  cover_url: 'https://covers.example.org/lighthouse.jpg',
  release_date: '2024-03-05',
  runtime_length_min: 754,
  series: [{ title: 'Harbour Tales', position: '2', asin: 'B0CTHT9L1S' }],
  language: 'en',
  edition: 'unabridged',
  status: 'waiting',
  version,
})
example(bookDetailsSchema.shape.search_issue, { code: 'prowlarr_incomplete', settings: ['prowlarr_api_key'] })
export const requestedBook = example(requestedBookSchema, {
  requests: [{ asin: book.asin, user_username: 'robin', status: 'approved', wishes }],
  username: 'robin',
  actions: ['withdraw', 'auto_download'],
})
example(bookDetailsSchema, {
  ...requestedBook,
  summary: 'A year on a rock, in four storms.',
  conditions,
  timeline: [
    { kind: 'requested', actor: 'robin' },
    { kind: 'declined', actor: 'mila', detail: { user: 'robin', reason: 'We have the other recording.' } },
  ],
})
