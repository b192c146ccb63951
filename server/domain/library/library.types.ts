import type { OwnedReason } from '#contract/library'
import type { StoredLibraryItem } from '#server/db/stored-library-item'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Library } from '#server/domain/integrations/library.types'
import type { PreparedItem } from '#server/domain/ranking/owned.rules'
import type { Cause } from '#contract/cause'

/** One media server that is set up and switched on. */
export interface OpenLibrary {
  /** Of the connection. */
  id: string
  name: string
  library: Library
}

/** The connections to media servers, whoever keeps them. */
export interface LibraryConnections {
  /** Those that are switched on and have what they need. */
  libraries(): Promise<readonly OpenLibrary[]>
  /** The ids of all of them, also of those that are switched off. */
  libraryIds(): Promise<readonly string[]>
  /** The same with those that were deleted lately: one to the same server gets the id of the former. */
  keptLibraryIds(): Promise<readonly string[]>
  /** Keeps how a connection is doing. */
  note(id: string, outcome: { ok: true } | { cause: Cause }): Promise<void>
}

/** The rules by which an item is a book. */
export interface LibraryMatcher {
  /** By what an item is found. */
  keysOfItem(item: StoredLibraryItem): string[]
  /** The words of a title by which items are searched. */
  wordsOf(title: string): string[]
  /** Reads a book for comparisons. */
  prepare(book: SoughtFacts): {
    /** By what the items are found that may be it. */
    keys: readonly string[]
    /** @returns why an item is the book; null where it is another one. */
    ownedAs(item: PreparedItem): OwnedReason | null
  }
  /** Prepares an item for comparisons with all books of an answer, so that it is read once. */
  prepareItem(item: StoredLibraryItem): PreparedItem
}

/** What a book is compared by. */
export type SoughtFacts = Pick<
  BookFacts,
  'asin' | 'title' | 'subtitle' | 'authors' | 'series' | 'language' | 'edition' | 'runtimeMin'
>

/** An item as it is kept. */
export interface KeptItem {
  /** Of the connection and of the media server, divided by a slash. */
  id: string
  connectionId: string
  facts: StoredLibraryItem
  firstSeenAt: Date
  /** When a complete walk last missed it, and when it was seen again after that. */
  leftAt: Date | null
  returnedAt: Date | null
}

/** An item that may be one of the books of an answer. */
export interface Candidate {
  item: KeptItem
  /** For all comparisons of the answer. */
  prepared: PreparedItem
}

/** An item that is a book. */
export interface Owned {
  item: KeptItem
  why: OwnedReason
}

/** What an administrator said of a book and an item. */
export interface Correction {
  asin: string
  itemId: string
  said: 'is' | 'is_not'
}
