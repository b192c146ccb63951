import type { Edition } from '#contract/books'
import type { Region } from '#contract/common'

/** A book's place in a series, in the catalogue's words. */
export interface StoredSeries {
  title: string
  /** As printed: "1", "0.5", "1-3"; null if the book has no position in the series. */
  position: string | null
  /** ASIN of the product that represents the series; omitted if unknown. */
  asin?: string | undefined
}

/**
 * The facts of a catalogue book, stored with what refers to it: a list entry, an inbox item, or a followed series or
 * person.
 */
export interface StoredFacts {
  asin: string
  region: Region
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  /** ISO 639-1 code if the language is known, otherwise the catalogue's own word in lower case. */
  language: string | null
  /** Null if the catalogue does not state it. */
  edition: Edition | null
  /** ISO date (YYYY-MM-DD); null if unknown or a placeholder. */
  releaseDate: string | null
  runtimeMin: number | null
  /** Address of the cover at the catalogue's own image host; null or omitted if unknown. Never loaded by a page. */
  coverUrl?: string | null
}
