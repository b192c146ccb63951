import type { Region } from '#contract/common'
import type { EntryState, ListRefusal, ListSource } from '#contract/lists'
import type { StoredFacts } from '#server/db/stored-facts'
import type { BookFacts } from '#server/domain/books/books.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Likeness, NamedBook } from '#server/domain/ranking/list-matcher.rules'
import type { PreparedItem } from '#server/domain/ranking/owned.rules'

/** One line of an import. */
export interface ReadEntry {
  title: string
  author: string | null
  /** An ASIN, an ISBN or a link, as written. */
  identifier: string | null
}

/** A parsed import. */
export interface ReadList {
  source: ListSource
  entries: ReadEntry[]
}

/** A stored entry. */
export interface KeptEntry extends ReadEntry {
  /** Position in the list, counted from 1. */
  number: number
  state: EntryState
  selected: boolean
  requesting: boolean
  asin: string | null
  /** Likeliest first. */
  candidates: StoredFacts[] | null
  refusal: ListRefusal | null
}

/** A stored list. */
export interface KeptList {
  id: string
  name: string | null
  source: ListSource
  region: Region
  nextAttemptAt: Date | null
  pause: ListRefusal | null
  createdAt: Date
  updatedAt: Date
}

/** The catalogue's results for an entry. */
export interface Match {
  state: Extract<EntryState, 'sure' | 'check' | 'nothing'>
  /** Likeliest first. */
  books: CatalogueBook[]
}

/** The rules that match a book to an entry. */
export interface ListMatcher {
  prepare(named: NamedBook): PreparedItem
  /** @returns null if it is a different book. */
  likenessOf(named: PreparedItem, book: BookFacts): Likeness | null
}
