import { book, requestedBook } from './books.examples'
import { example } from './example'
import { createHandMade, handMadeBody, handMadeSchema, updateHandMade } from './hand-made'

const written = example(handMadeBody, {
  title: 'Songs of the Salt Marsh',
  author: 'Ines Calder, Tom Avery',
  publish_date: '1998',
  info: 'Recorded for the local radio station.',
})
example(createHandMade.body, { ...written, wishes: { format: 'm4b' } })
example(updateHandMade.body, { ...written, version: book.version })
const id = 'H3K7M2Q9VX'
example(handMadeSchema, {
  ...requestedBook,
  book: {
    ...book,
    ...{ asin: id, title: written.title, subtitle: null, authors: ['Ines Calder', 'Tom Avery'] },
    ...{ narrators: [], release_date: '1998-01-01', hand_made: true },
  },
  id,
  info: 'Recorded for the local radio station.',
})
