import { z } from 'zod'
import { requestedBookSchema } from './books'
import { asinParams, line, queryInteger, regionChoice, regionSchema, queryBoolean } from './common'
import { operation } from './operation'

const MAX_RESULTS = 50
/** The catalogue repeats its last page beyond about 500 results. */
const MAX_PAGE = 100

const SEARCH_SORTS = ['relevance', 'newest', 'title', 'longest', 'shortest'] as const
const searchSortSchema = z.enum(SEARCH_SORTS)
export type SearchSort = z.infer<typeof searchSortSchema>

/**
 * Maximum characters of a query. Pasted links contain tracking parameters, which are longer than any title.
 */
const MAX_PASTED = 1000

const searchQuery = z.strictObject({
  q: line({ min: 1, max: MAX_PASTED }).meta({
    description: 'Words, or an ASIN, an ISBN or an Audible, Amazon or Goodreads link, which finds that book',
  }),
  region: regionChoice,
  page: queryInteger({ min: 0, max: MAX_PAGE }).optional().default(0),
  num_results: queryInteger({ min: 1, max: 10_000 })
    .transform((number) => Math.min(number, MAX_RESULTS))
    .optional()
    .default(20)
    .meta({ description: `More than ${MAX_RESULTS} count as ${MAX_RESULTS}` }),
  sort: searchSortSchema.optional().default('relevance').meta({
    description: 'The order of the results, over all pages',
  }),
  exact: queryBoolean.optional().default(false).meta({
    description: 'Search for `q` exactly as it is, even if it looks like a link or finds nothing',
  }),
})

const suggestionsQuery = z.strictObject({
  q: line({ min: 1, max: 200 }),
  region: regionChoice,
})

const coverQuery = z.strictObject({
  size: queryInteger({ min: 1, max: 4096 }).optional().default(320),
  region: regionSchema.optional(),
  /** Changes when the cover may have changed, because browsers cache by address. */
  v: line({ max: 40 }).optional(),
})

export const catalogueProblems = {
  502: { description: 'Something other than the catalogue’s API answered, or the catalogue failed' },
  503: { description: 'The catalogue cannot be reached' },
  504: { description: 'The catalogue did not answer in time' },
}

/** For answers that outlive a failure of the catalogue. */
export const staleHeader =
  'The header X-Catalogue-Stale is there when it is an earlier answer, or what is kept here, and holds the code of what went wrong with the catalogue.'

export const search = operation({
  method: 'GET',
  path: '/api/search',
  summary: 'Search the catalogue',
  access: 'any',
  fetches: 'books',
  query: searchQuery,
  answers: {
    200: {
      description:
        'A page of results; empty past the end, or if nothing on it is an audiobook. The header X-Catalogue-More is true if the next page may have results. The header X-Catalogue-Total says how many results the catalogue counts, including some that are not audiobooks; at most 500 of them can be reached. The header X-Catalogue-Stale is set if these are earlier results, and contains the code of what went wrong with the catalogue. If `q` is a link, an ASIN or an ISBN, the header X-Search-Pasted is `book` with the one book it identifies, `words` with the results for the title that a link names, or `nothing` if it leads nowhere. The header X-Search-Words contains, percent-encoded, the words that were searched for instead of `q`: those that a link names, or a correction if `q` itself finds nothing; use them as `q` for later pages.',
      schema: z.array(requestedBookSchema),
    },
    ...catalogueProblems,
  },
})

export const getSuggestions = operation({
  method: 'GET',
  path: '/api/search/suggestions',
  summary: 'Words to search for, as you type',
  access: 'any',
  fetches: 'books',
  query: suggestionsQuery,
  answers: { 200: { description: 'Search words', schema: z.array(z.string()) }, ...catalogueProblems },
})

export const typeaheadSchema = z
  .object({
    books: z.array(requestedBookSchema),
    words: z.array(z.string()).meta({ description: 'Names of people and series, and plain words' }),
  })
  .meta({ id: 'Typeahead' })
export type TypeaheadDto = z.infer<typeof typeaheadSchema>

export const getTypeahead = operation({
  method: 'GET',
  path: '/api/search/typeahead',
  summary: 'Books and words to search for, as you type',
  access: 'any',
  fetches: 'books',
  query: suggestionsQuery,
  answers: {
    200: { description: 'The best few, best first', schema: typeaheadSchema },
    ...catalogueProblems,
  },
})

export const getCover = operation({
  method: 'GET',
  path: '/api/covers/{asin}',
  summary: 'The cover of an audiobook, or a drawn placeholder',
  access: 'any',
  passive: true,
  fetches: 'covers',
  params: asinParams,
  query: coverQuery,
  answers: {
    200: {
      description: 'A square picture; the placeholder is drawn as SVG',
      mediaTypes: ['image/webp', 'image/svg+xml'],
    },
  },
})
