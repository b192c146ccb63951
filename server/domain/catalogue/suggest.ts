import type { Region } from '#contract/common'
import { sameWords } from './catalogue.rules'
import type { Catalogue } from './catalogue.service'
import type { CatalogueBook } from './catalogue.types'

/** As many as fit under the search field of a phone, above the keyboard. */
const MAX_BOOKS = 5
const MAX_WORDS = 4

interface Suggested {
  books: CatalogueBook[]
  /** Names of people and series, and plain words, but no titles of the books. */
  words: string[]
}

/** Suggests completions of a search, best first. */
export function createSuggest({ suggestions, books }: Pick<Catalogue, 'suggestions' | 'books'>) {
  return {
    /** Suggestions as words only. */
    async suggestedWords(query: string, region?: Region): Promise<string[]> {
      const found = (await suggestions(query, region)).map(({ words }) => [sameWords(words), words] as const)
      return [...new Map(found).values()]
    },

    /** Suggestions as books to open and words to search for. */
    async suggest(query: string, region?: Region): Promise<Suggested> {
      const found = await suggestions(query, region)
      const asins = found.flatMap(({ asin }) => asin ?? []).slice(0, MAX_BOOKS)
      const suggested = await books(asins, region)
      const titles = new Set(suggested.map(({ title }) => sameWords(title)))
      const words = found.filter((each) => each.asin === null && !titles.has(sameWords(each.words)))
      return { books: suggested, words: words.map((each) => each.words).slice(0, MAX_WORDS) }
    },
  }
}
