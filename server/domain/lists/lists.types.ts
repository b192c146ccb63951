import type { Region } from '#contract/common'
import type { EntryState, ListRefusal, ListSource } from '#contract/lists'
import type { StoredCandidate } from '#server/db/stored-candidate'
import type { BookFacts } from '#server/domain/books/books.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Likeness, NamedBook } from '#server/domain/ranking/list-matcher.rules'
import type { PreparedItem } from '#server/domain/ranking/owned.rules'

/** One line of what somebody brings. */
export interface ReadEntry {
  title: string
  author: string | null
  /** An ASIN or an ISBN as it was written, or a link. */
  identifier: string | null
}

/** What somebody brings. */
export interface ReadList {
  source: ListSource
  entries: ReadEntry[]
}

/** An entry as it is kept. */
export interface KeptEntry extends ReadEntry {
  /** Its place in the list, counted from 1. */
  number: number
  state: EntryState
  selected: boolean
  requesting: boolean
  asin: string | null
  /** The likeliest first. */
  candidates: StoredCandidate[] | null
  refusal: ListRefusal | null
}

/** A list as it is kept. */
export interface KeptList {
  id: string
  name: string | null
  source: ListSource
  region: Region
  nextTryAt: Date | null
  pause: ListRefusal | null
  createdAt: Date
  updatedAt: Date
}

/** What the catalogue has for an entry. */
export interface Match {
  state: Extract<EntryState, 'sure' | 'check' | 'nothing'>
  /** The likeliest first. */
  books: CatalogueBook[]
}

/** The rules by which a book is what an entry names. */
export interface ListMatcher {
  prepare(named: NamedBook): PreparedItem
  /** @returns null where it is another book. */
  likenessOf(named: PreparedItem, book: BookFacts): Likeness | null
}
