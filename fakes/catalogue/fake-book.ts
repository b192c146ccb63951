import type { Region } from '#contract/common'
import type { Genre } from './shelf'

/** An invented audiobook; `wire.ts` converts it to responses of the catalogue's API. */
export interface FakeBook {
  asin: string
  title: string | null
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: { title: string; sequence: string }[]
  /** As in the catalogue: an English word in lower case. */
  language: string
  genre: Genre
  releaseDate: string | null
  minutes: number | null
  publisher: string
  /** HTML, as publishers send it. */
  summary: string | null
  isbn?: string
  format: string
  contentType: string
  delivery: string
  hasCover: boolean
  /** Whether it has a sample; by default, published books have one. */
  hasSample?: boolean
  /** Regions that sell the book; all if omitted. */
  regions?: Region[]
  /** Fields of the response to replace verbatim, to create a malformed product. */
  overrides?: Record<string, unknown>
}
