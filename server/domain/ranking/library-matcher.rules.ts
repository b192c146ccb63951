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

/** The rules by which an item of a library is a book, in the form in which the library takes them. */
export const libraryMatcher = {
  keysOfItem,
  wordsOf: searchedWords,
  prepare(book: SoughtBook) {
    const prepared = prepareBook(book)
    return { keys: keysOfBook(prepared), ownedAs: (item: PreparedItem) => ownedAs(prepared, item) }
  },
  prepareItem,
}
