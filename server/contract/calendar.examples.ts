import { requestedBook } from './books.examples'
import { getCalendar } from './calendar'
import { example } from './example'

example(getCalendar.answers[200].schema.element, { ...requestedBook, followed: ['Harbour Tales'] })
