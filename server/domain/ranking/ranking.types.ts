import type { Edition } from '#contract/books'
import type { DownloadSettings } from '#contract/download-settings'
import type { Conditions } from '#contract/wishes'
import type { ReleaseMetadataDto, ReleaseProtocol, Verdict } from '#contract/releases'

export interface SeriesPlace {
  title: string
  /** As printed: "1", "0.5", "1-3"; null if the book has no position in the series. */
  position: string | null
}

/** The requested edition. Unknown facts are null or empty, and decide nothing. */
export interface WantedBook {
  /** The catalogue's identifier, which may be an ISBN. Null or omitted if there is none. */
  asin?: string | null
  title: string
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly SeriesPlace[]
  /** ISO 639-1 code, or the English name of the language. */
  language: string | null
  edition: Edition | null
  runtimeMin: number | null
  /** ISO date (YYYY-MM-DD). */
  releaseDate: string | null
}

/** Another book in the catalogue, by the same author or found by the same words. */
export type RelatedBook = Omit<WantedBook, 'asin' | 'subtitle' | 'releaseDate'>

/** What an enrichment adds to the title of a release. */
export interface IndexerMetadata {
  title: string | null
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly SeriesPlace[]
  /** A two- or three-letter code, or the English name of the language. */
  language: string | null
  /** Such as "m4b". */
  filetypes: readonly string[]
  freeleech: boolean
  /** Whether only accounts of a higher class may download it. */
  vip: boolean
}

/** A release offered by an indexer, without its links, which may contain a key. */
export interface Release {
  guid: string
  indexerId: number
  indexer: string
  title: string
  /** In bytes; null if unknown. */
  size: number | null
  publishDate: Date | null
  infoUrl: string | null
  flags: readonly string[]
  protocol: ReleaseProtocol
  seeders: number | null
  leechers: number | null
  grabs: number | null
  /** Newznab categories, such as 3030 for audiobooks. */
  categories: readonly number[]
  metadata: IndexerMetadata | null
}

/** A guid is unique only together with its indexer. */
export interface ReleaseIdentity {
  guid: string
  indexerId: number
}

export interface RankingInput {
  book: WantedBook
  /** The author's other books in the catalogue. Omitted if the catalogue was not asked or did not respond. */
  related?: readonly RelatedBook[]
  /** Narrators that indexers name in a separate field, for these and earlier releases of the book. */
  narrators?: readonly string[]
  /** Read one by one during ranking, so that each can be created when needed. */
  releases: Iterable<Release>
  settings: DownloadSettings
  /** The combined wishes of everyone who requested the book; null or omitted if there are none. */
  conditions?: Conditions | null
  /** Releases that someone has blocked for this audiobook. */
  blocked: readonly ReleaseIdentity[]
  /** Whether the account at the indexer may download releases that are limited to higher classes. */
  accountIsVip: boolean
  now: Date
}

export interface RankedRelease {
  release: Release
  /** Position in the list, from 1. */
  rank: number
  verdict: Verdict
  /** What was parsed from the title and the indexer's data. */
  metadata: ReleaseMetadataDto
}
