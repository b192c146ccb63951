import type { Cause } from '#contract/cause'
import type { ReleaseDto } from '#contract/releases'

/** A book's place in a series as the catalogue words it. */
export interface StoredSeries {
  title: string
  position: string | null
  /** Of the product that stands for the series in the catalogue; left out where it is not known. */
  asin?: string | undefined
}

/** A book as it was wanted when a person judged a release of it. */
export interface StoredWanted {
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  language: string | null
  edition: 'unabridged' | 'abridged' | 'dramatised' | 'original' | null
  runtime_min: number | null
}

/** How one indexer answered a search. */
export interface StoredIndexerAnswer {
  id: number
  name: string
  state: 'asking' | 'answered' | 'failed'
  /** Releases it offered. */
  found: number
  /** Why it could not be asked. */
  cause: Cause | null
  /** The words that brought the answer; null while it is asked. */
  query: string | null
}

/** A release as it is stored: the facts of the ranking with times as text, and without any download link. */
export type StoredRelease = Omit<ReleaseDto, 'rank' | 'verdict' | 'book_metadata'> & {
  categories: number[]
  info_hash: string | null
  /** The words it was found with. */
  query: string
  metadata: ReleaseMetadata | null
}

/** Of a release, what it was ranked by. */
export type StoredOffer = Pick<
  StoredRelease,
  | 'title'
  | 'indexer'
  | 'size'
  | 'publish_date'
  | 'indexer_flags'
  | 'protocol'
  | 'seeders'
  | 'categories'
  | 'metadata'
>

/** What a tracker says about a release beyond its title. */
export interface ReleaseMetadata {
  title: string | null
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  /** ISO 639-1 where known, else the word given. */
  language: string | null
  filetypes: string[]
  freeleech: boolean | null
  /** Only accounts with VIP status may download it. */
  vip: boolean | null
}
