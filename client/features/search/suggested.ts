import type { RequestedBookDto } from '#contract/books'
import type { TypeaheadDto } from '#contract/catalogue'

/** One line under the search field. */
export interface Suggested {
  key: string
  /** The field's text while it is marked: a title, or words. */
  text: string
  /** The book to open; null for words to search for. */
  item: RequestedBookDto | null
}

/** Books come before words, because they are what people look for. */
export function suggestedOf({ books, words }: TypeaheadDto): Suggested[] {
  return [
    ...books.map((item) => ({ key: item.book.asin, text: item.book.title, item })),
    ...words.map((text) => ({ key: ` ${text}`, text, item: null })),
  ]
}
