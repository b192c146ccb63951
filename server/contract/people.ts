import { z } from 'zod'
import { requestedBookSchema } from './books'
import { catalogueProblems, staleHeader } from './catalogue'
import { line, queryInteger, regionChoice } from './common'
import { operation } from './operation'

const PERSON_SORTS = ['newest', 'oldest', 'popular', 'title'] as const
const personSortSchema = z.enum(PERSON_SORTS)
export type PersonSort = z.infer<typeof personSortSchema>

const personParams = z.object({ name: line({ min: 1, max: 200 }) })
const personQuery = z.strictObject({
  region: regionChoice,
  sort: personSortSchema.optional().default('newest'),
  show: z.enum(['all', 'not_requested']).optional().default('all').meta({
    description: '`not_requested` omits books that are in the library or requested',
  }),
  page: queryInteger({ min: 0, max: 100 }).optional().default(0),
  num_results: queryInteger({ min: 1, max: 50 }).optional().default(24),
})
export type PersonBooksQuery = z.output<typeof personQuery>

const booksOfPerson = {
  200: {
    description: `A page of audiobooks; it may be empty although the next one is not: the header X-Catalogue-More is true where there may be more. ${staleHeader}`,
    schema: z.array(requestedBookSchema),
  },
  ...catalogueProblems,
}

export const listAuthorBooks = operation({
  method: 'GET',
  path: '/api/authors/{name}',
  summary: 'Books by an author',
  access: 'any',
  fetches: 'books',
  params: personParams,
  query: personQuery,
  answers: booksOfPerson,
})

export const listNarratorBooks = operation({
  method: 'GET',
  path: '/api/narrators/{name}',
  summary: 'Books read by a narrator',
  access: 'any',
  fetches: 'books',
  params: personParams,
  query: personQuery,
  answers: booksOfPerson,
})
