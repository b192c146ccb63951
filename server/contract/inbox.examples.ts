import { requestedBook } from './books.examples'
import { example } from './example'
import { listInbox, readInbox } from './inbox'

const id = '6b1f0c9a-8f8e-4c1b-a7b1-2f4d2f0c9b51'
example(listInbox.answers[200].schema, {
  items: [{ ...requestedBook, id, code: 'book_announced', followed: 'Harbour Tales' }],
})
example(readInbox.body, { ids: [id] })
