import type { Catalogue, SearchQuestion, SearchResult } from './catalogue.service'
import { isbnOf } from './isbn.rules'
import { readPasted, type Pasted } from './pasted.rules'

interface BookQuestion extends SearchQuestion {
  /** Whether the words are searched for as they stand, whatever they look like. */
  exact?: boolean
}

interface FoundBooks extends SearchResult {
  /** What a link, an ASIN or an ISBN led to: the one book that it means, or words to search for; null for words. */
  pasted: 'book' | 'words' | 'nothing' | null
  /** What was searched for in place of the words asked; null where it was those. */
  words: string | null
}

const NOTHING: FoundBooks = {
  books: [],
  more: false,
  total: null,
  stale: null,
  pasted: 'nothing',
  words: null,
}

/** Finds books by words, and the one book that a link, an ASIN or an ISBN means. */
export function createFindBooks({ search, book }: Pick<Catalogue, 'search' | 'book'>) {
  return async function findBooks({ exact, ...question }: BookQuestion): Promise<FoundBooks> {
    const pasted = exact ? null : readPasted(question.query)
    if (pasted !== null) return findPasted(pasted, question)
    return { ...(await search(question)), pasted: null, words: null }
  }

  async function findPasted({ asin, region, words }: Pasted, question: SearchQuestion): Promise<FoundBooks> {
    const where = region ?? question.region
    const found = asin === null ? null : await book(asin, where)
    if (found !== null) return { ...NOTHING, books: [found], pasted: 'book' }
    if (words === null) return NOTHING
    const result = await search({ ...question, query: words, region: where })
    const isOne = isbnOf(words) !== null && result.books.length === 1
    return { ...result, pasted: isOne ? 'book' : 'words', words }
  }
}
