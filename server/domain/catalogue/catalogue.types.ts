import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'

/** How a recording treats its book; null where the catalogue does not say. */
export type Edition = 'unabridged' | 'abridged' | 'dramatised' | 'original'

export interface BookInSeries {
  title: string
  /** As printed: "1", "0.5", "1-3"; null where the book has no place in the series. */
  position: string | null
  /** Of the product that stands for the series; left out where it is not known. */
  asin?: string | undefined
}

/** An audiobook as the catalogue of one region knows it, in the words of this application. */
export interface CatalogueBook {
  asin: string
  region: Region
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: BookInSeries[]
  /** ISO 639-1 code where the language is known, else the catalogue's word in lower case. */
  language: string | null
  edition: Edition | null
  /** ISO date (YYYY-MM-DD); null where it is not known or a placeholder. */
  releaseDate: string | null
  runtimeMin: number | null
  /** Plain text; paragraphs are separated by a blank line. */
  summary: string | null
  /** Address at the catalogue's own image host, http(s); never shown to a browser. */
  coverUrl: string | null
  /** Address of a recording to listen to, http(s); never told to a browser. */
  sampleUrl: string | null
  publisher: string | null
  /** Names of the categories from general to particular, without repetition. */
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
  /** Best first; empty where the page has none, and past the end. */
  books: CatalogueBook[]
  /** Whether the next page may have some: what is no audiobook takes places, up to all of a page. */
  more: boolean
}

/** A page of what is found by words. */
export interface SearchedPage extends CataloguePage {
  /** How many the catalogue counts over all pages, with what is no audiobook; null where it does not say. */
  total: number | null
}

/** Words to search for; the title of one book where it has an ASIN, else the name of a person or series, or plain words. */
export interface Suggestion {
  words: string
  asin: string | null
}

/** What the service needs of a catalogue. Every method throws the coded errors of `catalogue.errors.ts`. */
export interface CatalogueDriver {
  /** One page of audiobooks. */
  search(query: CatalogueQuery): Promise<SearchedPage>
  /** One audiobook, or null where the region does not have it. */
  book(asin: string, region: Region, signal?: AbortSignal): Promise<CatalogueBook | null>
  /** Several audiobooks, without those that the region does not have. */
  books(asins: readonly string[], region: Region): Promise<CatalogueBook[]>
  /** What to search for, best first. */
  suggestions(query: string, region: Region, signal?: AbortSignal): Promise<Suggestion[]>
}

/** A category as the catalogue of one region names it. */
export interface Category {
  /** Digits; another region has other ones. */
  id: string
  name: string
}

/** A list that the catalogue keeps itself. */
export interface ListQuestion {
  region: Region
  /** `newest` begins with what is announced for the most distant day. */
  sort: 'bestsellers' | 'newest'
  /** Only books of this category, author or narrator; an author and a narrator are names. */
  of?: { category: string } | { author: string } | { narrator: string } | undefined
  /** Counted from 0. */
  page: number
}

/** What the catalogue finds another book to be. */
export type Likeness = 'similar' | 'next_in_series'

export interface SimilarQuestion {
  asin: string
  region: Region
  likeness: Likeness
}

/** The lists of a catalogue. Every method throws the coded errors of `catalogue.errors.ts`. */
export interface CatalogueListsDriver {
  /** At most fifty audiobooks, in the order asked for. */
  list(question: ListQuestion): Promise<CatalogueBook[]>
  /** The most similar first, or in the order of the series; empty where the region does not have the book. */
  similar(question: SimilarQuestion): Promise<CatalogueBook[]>
  /** The most general ones, in the order of the catalogue. */
  categories(region: Region): Promise<Category[]>
}
