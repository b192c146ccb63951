import { book, requestedBook } from './books.examples'
import { listEditions } from './editions'
import { example } from './example'

example(listEditions.answers[200].schema, {
  editions: [
    { ...requestedBook, current: true, differs: [] },
    {
      ...requestedBook,
      book: { ...book, asin: 'B0CTHT9L2B', narrators: ['Full cast'], edition: 'dramatised' },
      current: false,
      differs: ['narrators', 'edition'],
    },
  ],
  missing_regions: ['uk'],
})
