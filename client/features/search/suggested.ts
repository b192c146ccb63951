import type { BookStatus, RequestedBookDto } from '#contract/books'
import type { TypeaheadDto } from '#contract/catalogue'
import { shownStatus } from '#client/features/requests/ownRequest'

/** One line below the search field. */
export interface Suggested {
  key: string
  /** What the field shows while it is marked: a title, or words. */
  text: string
  /** The book that it opens; null for words to search for. */
  item: RequestedBookDto | null
  status: BookStatus | null
}

/** Books come before words: they are what people look for. */
export function suggestedOf({ books, words }: TypeaheadDto): Suggested[] {
  return [
    ...books.map((item) => ({
      key: item.book.asin,
      text: item.book.title,
      item,
      status: shownStatus(item.book),
    })),
    ...words.map((text) => ({ key: ` ${text}`, text, item: null, status: null })),
  ]
}
