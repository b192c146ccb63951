import { AppError } from '#server/errors/app-error'
import type { Catalogue, SearchQuestion, SearchResult } from './catalogue.service'
import { corrected, promptsFor } from './correction.rules'
import { isbnOf } from './isbn.rules'
import { readPasted, type Pasted } from './pasted.rules'

interface BookQuestion extends SearchQuestion {
  /** Whether to search for exactly the given words. */
  exact?: boolean
}

interface FoundBooks extends SearchResult {
  /**
   * What a link, an ASIN or an ISBN led to: the one book it identifies, or words to search for; null for a
   * plain search.
   */
  pasted: 'book' | 'words' | 'nothing' | null
  /** What was searched for in place of the given words; null if nothing was replaced. */
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

/**
 * Finds books by words, even misspelled ones, and the one book that a link, an ASIN or an ISBN identifies.
 */
export function createFindBooks({
  search,
  book,
  suggestions,
}: Pick<Catalogue, 'search' | 'book' | 'suggestions'>) {
  return async function findBooks({ exact, ...question }: BookQuestion): Promise<FoundBooks> {
    const pasted = exact ? null : readPasted(question.query)
    if (pasted !== null) return findPasted(pasted, question)
    const result = { ...(await search(question)), pasted: null, words: null }
    const foundNothing = result.books.length === 0 && !result.more && question.page === 0
    return (foundNothing && !exact ? await findCorrected(question) : null) ?? result
  }

  /** Results for the closest names and titles in the catalogue, or null if these give no results either. */
  async function findCorrected(question: SearchQuestion): Promise<FoundBooks | null> {
    try {
      const prompts = promptsFor(question.query)
      const suggested = await Promise.all(prompts.map((prompt) => suggestions(prompt, question.region)))
      const words = corrected(
        question.query,
        suggested.flat().map((each) => each.words),
      )
      if (words === null) return null
      const result = await search({ ...question, query: words })
      return result.books.length > 0 ? { ...result, pasted: null, words } : null
    } catch (error) {
      // The original search succeeded, without results.
      if (error instanceof AppError) return null
      throw error
    }
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
