import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import type { StoredFacts } from '#server/db/stored-facts'

/** An audiobook in the catalogue of one region, in this application's terms. */
export interface CatalogueBook extends StoredFacts {
  /** Plain text, with a blank line between paragraphs. */
  summary: string | null
  /** An http(s) address at the catalogue's own image host; never loaded by a page. */
  coverUrl: string | null
  /** An http(s) address of a sample; never sent to a browser. */
  sampleUrl: string | null
  publisher: string | null
  /** Category names from general to specific, without duplicates. */
  categories: string[]
}

export interface CatalogueQuery {
  query: string
  region: Region
  /** Counted from 0. */
  page: number
  /** Number of results on a page, 1 to 50. */
  limit: number
  sort: SearchSort
  signal?: AbortSignal
}

export interface CataloguePage {
  /** Best first. Empty if the page has no audiobooks or is past the end. */
  books: CatalogueBook[]
  /** Whether the next page may contain audiobooks. Other products take up places, sometimes a whole page. */
  more: boolean
}

/** A page of search results. */
export interface SearchedPage extends CataloguePage {
  /** The catalogue's total over all pages, including products that are not audiobooks; null if not stated. */
  total: number | null
}

/**
 * Words to search for: a book's title if it has an ASIN, otherwise the name of a person or series, or plain
 * words.
 */
export interface Suggestion {
  words: string
  asin: string | null
}

/** The catalogue as the service needs it. Every method throws the coded errors of `catalogue.errors.ts`. */
export interface CatalogueDriver {
  /** One page of audiobooks. */
  search(query: CatalogueQuery): Promise<SearchedPage>
  /** One audiobook, or null if the region does not have it. */
  book(asin: string, region: Region, signal?: AbortSignal): Promise<CatalogueBook | null>
  /** Several audiobooks, without those that the region does not have. */
  books(asins: readonly string[], region: Region): Promise<CatalogueBook[]>
  /** Search suggestions, best first. */
  suggestions(query: string, region: Region, signal?: AbortSignal): Promise<Suggestion[]>
}

/** A category of one region's catalogue. */
export interface Category {
  /** Digits; each region has its own ids. */
  id: string
  name: string
}

/** A list compiled by the catalogue. */
export interface ListQuestion {
  region: Region
  /** `newest` starts with the books whose release is furthest in the future. */
  sort: 'bestsellers' | 'newest'
  /** Only books of this category, author or narrator; authors and narrators are given by name. */
  of?: { category: string } | { author: string } | { narrator: string } | undefined
  /** Counted from 0. */
  page: number
}

/** How the catalogue relates another book to this one. */
export type Likeness = 'similar' | 'next_in_series'

export interface SimilarQuestion {
  asin: string
  region: Region
  likeness: Likeness
}

/** The lists of a catalogue. Every method throws the coded errors of `catalogue.errors.ts`. */
export interface CatalogueListsDriver {
  /** At most fifty audiobooks, in the order that the question specifies. */
  list(question: ListQuestion): Promise<CatalogueBook[]>
  /** Most similar first, or in series order; empty if the region does not have the book. */
  similar(question: SimilarQuestion): Promise<CatalogueBook[]>
  /** The top-level categories, in catalogue order. */
  categories(region: Region): Promise<Category[]>
}
