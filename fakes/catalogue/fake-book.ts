import type { Region } from '#contract/common'
import type { Genre } from './shelf'

/** An invented audiobook, in plain words; `wire.ts` turns it into what the catalogue's API answers. */
export interface FakeBook {
  asin: string
  title: string | null
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: { title: string; sequence: string }[]
  /** As the catalogue writes it: an English word in lower case. */
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
  /** Whether there is something to listen to; of what is out there is when left out. */
  hasSample?: boolean
  /** Where it is sold; everywhere when left out. */
  regions?: Region[]
  /** Fields of the answer replaced as they stand, to make a product that breaks the form. */
  overrides?: Record<string, unknown>
}
