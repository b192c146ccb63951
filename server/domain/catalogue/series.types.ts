import type { Region } from '#contract/common'
import type { PersonSort } from '#contract/people'
import type { CatalogueBook, CataloguePage } from './catalogue.types'

/** A series in the catalogue of one region. */
export interface CatalogueSeries<Book = CatalogueBook> {
  asin: string
  region: Region
  title: string
  /** In catalogue order. */
  books: BookAtPosition<Book>[]
}

export interface BookAtPosition<Book> {
  /** As printed: "1", "0.5", "1-3"; null if the book has no position in the series. */
  position: string | null
  book: Book
}

export type PersonRole = 'author' | 'narrator'

export interface PersonQuestion {
  name: string
  role: PersonRole
  region: Region
  sort: PersonSort
  /** Counted from 0. */
  page: number
  /** Number of results on a page, 1 to 50. */
  limit: number
}

/** The catalogue's series and people. Every method throws the coded errors of `catalogue.errors.ts`. */
export interface CatalogueSeriesDriver {
  /** A series with its books, or null if the region does not have it. */
  series(asin: string, region: Region): Promise<CatalogueSeries | null>
  /** A page of the books by an author or narrator. */
  byPerson(question: PersonQuestion): Promise<CataloguePage>
}
