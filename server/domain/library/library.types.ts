import type { OwnedReason } from '#contract/library'
import type { StoredLibraryItem } from '#server/db/stored-library-item'
import type { Row } from '#server/db/tables'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Library } from '#server/domain/integrations/library.types'
import type { PreparedItem } from '#server/domain/ranking/owned.rules'
import type { Cause } from '#contract/cause'

/** One enabled media server. */
export interface OpenLibrary {
  /** Id of the connection. */
  id: string
  name: string
  /** What its settings select; a changed one may have lost most of what it had. */
  contents: string
  library: Library
}

/** The connections to media servers. */
export interface LibraryConnections {
  /** The connections that are enabled and fully set up. */
  libraries(): Promise<readonly OpenLibrary[]>
  /** The ids of all connections, including disabled ones. */
  libraryIds(): Promise<readonly string[]>
  /**
   * All ids, including those of recently deleted connections: a new connection to the same server gets the
   * old id.
   */
  keptLibraryIds(): Promise<readonly string[]>
  /** Records the health of a connection. */
  note(id: string, outcome: { ok: true } | { cause: Cause }): Promise<void>
}

/** The rules that match items to books. */
export interface LibraryMatcher {
  /** An item's lookup keys. */
  keysOfItem(item: StoredLibraryItem): string[]
  /** The words of a title that are used to search for items. */
  wordsOf(title: string): string[]
  /** Prepares a book for comparisons. */
  prepare(book: SoughtFacts): {
    /** The keys of items that may be the book. */
    keys: readonly string[]
    /** @returns why an item is the book, or null if it is not. */
    ownedAs(item: PreparedItem): OwnedReason | null
  }
  /** Prepares an item for comparisons with many books, so that it is parsed only once. */
  prepareItem(item: StoredLibraryItem): PreparedItem
}

/** The facts by which a book is compared. */
export type SoughtFacts = Pick<
  BookFacts,
  'asin' | 'title' | 'subtitle' | 'authors' | 'series' | 'language' | 'edition' | 'runtimeMin'
>

/** A stored item. */
export type KeptItem = Omit<Row<'libraryItems'>, 'addedAt'>

/** An item that may be one of the books being looked up. */
export interface Candidate {
  item: KeptItem
  /** Shared by all comparisons of this lookup. */
  prepared: PreparedItem
}

/** An item that matches a book. */
export interface Owned {
  item: KeptItem
  why: OwnedReason
}

/** An administrator's ruling on a book and an item. */
export type Correction = Pick<Row<'libraryCorrections'>, 'asin' | 'itemId' | 'said'>
