import type { Cause } from '#contract/cause'
import type { ReleaseDto } from '#contract/releases'
import type { StoredFacts, StoredSeries } from './stored-facts'

/** A book as it was wanted when a person ruled on a release. */
export type StoredWanted = Omit<StoredFacts, 'asin' | 'region' | 'releaseDate' | 'runtimeMin'> & {
  runtime_min: number | null
}

/** One indexer's answer to a search. */
export interface StoredIndexerAnswer {
  id: number
  name: string
  state: 'asking' | 'answered' | 'failed'
  /** Number of releases it offered. */
  found: number
  /** Why the indexer could not be queried. */
  cause: Cause | null
  /** The query that found them; null while the indexer is being queried. */
  query: string | null
}

/** A stored release: the ranking's facts with times as text, and without any download link. */
export type StoredRelease = Omit<ReleaseDto, 'rank' | 'verdict' | 'book_metadata'> & {
  categories: number[]
  info_hash: string | null
  /** The query that found it. */
  query: string
  metadata: ReleaseMetadata | null
}

/** The facts that a release was ranked by. */
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
  /** ISO 639-1 if known, else the tracker's word. */
  language: string | null
  filetypes: string[]
  freeleech: boolean | null
  /** Only accounts with VIP status may download it. */
  vip: boolean | null
}
