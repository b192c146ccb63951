import { requestedBook } from './books.examples'
import { example } from './example'
import { getSeries } from './series'

example(getSeries.answers[200].schema, {
  asin: 'B0CTHT9L1S',
  title: 'Harbour Tales',
  counts: { total: 4, available: 1, requested: 1, upcoming: 0, other_edition: 0, missing: 2 },
  books: [{ ...requestedBook, position: '2', standing: 'requested' }],
})
