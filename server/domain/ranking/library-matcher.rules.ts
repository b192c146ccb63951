import {
  keysOfBook,
  keysOfItem,
  ownedAs,
  prepareBook,
  prepareItem,
  type PreparedItem,
  type SoughtBook,
} from './owned.rules'
import { searchedWords } from './owned-titles.rules'

/** The rules that match library items to books, as the library feature expects them. */
export const libraryMatcher = {
  keysOfItem,
  wordsOf: searchedWords,
  prepare(book: SoughtBook) {
    const prepared = prepareBook(book)
    return { keys: keysOfBook(prepared), ownedAs: (item: PreparedItem) => ownedAs(prepared, item) }
  },
  prepareItem,
}
