import type { DownloadSettings } from '#contract/download-settings'
import type { Conditions } from '#contract/wishes'
import type { ReleaseMetadataDto, ReleaseProtocol, Verdict } from '#contract/releases'

/** How a recording treats its book. */
export type Edition = 'unabridged' | 'abridged' | 'dramatised' | 'original'

export interface SeriesPlace {
  title: string
  /** As printed: "1", "0.5", "1-3"; null where the book has no place in the series. */
  position: string | null
}

/** The edition that somebody asked for. What is not known is null or empty, and then judges nothing. */
export interface WantedBook {
  /** The catalogue's identifier, which an ISBN may be; null or left out where it has none. */
  asin?: string | null
  title: string
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly SeriesPlace[]
  /** ISO 639-1 code, or the language's English name. */
  language: string | null
  edition: Edition | null
  runtimeMin: number | null
  /** ISO date (YYYY-MM-DD). */
  releaseDate: string | null
}

/** Another book in the catalogue, by the same author or found by the same words. */
export interface RelatedBook {
  title: string
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly SeriesPlace[]
  /** ISO 639-1 code, or the language's English name. */
  language: string | null
  edition: Edition | null
  runtimeMin: number | null
}

/** What an indexer's own service says about a release, beyond its title. */
export interface IndexerMetadata {
  title: string | null
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly SeriesPlace[]
  /** A code of two or three letters, or the language's English name. */
  language: string | null
  /** Such as m4b. */
  filetypes: readonly string[]
  freeleech: boolean
  /** Only accounts of a higher class may download it. */
  vip: boolean
}

/** An offer by an indexer. Links that hold a key are not part of it. */
export interface Release {
  guid: string
  indexerId: number
  indexer: string
  title: string
  /** Bytes; null where it is not known. */
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
  /** Other books that the catalogue has of the author; left out where it was not asked or did not answer. */
  related?: readonly RelatedBook[]
  /** Narrators that indexers name in a field of their own, of these releases and of earlier ones of the book. */
  narrators?: readonly string[]
  /** Taken one by one while ranking goes on, so that they can be made then. */
  releases: Iterable<Release>
  settings: DownloadSettings
  /** What those who requested it wish for; null or left out where nobody wishes for anything. */
  conditions?: Conditions | null
  /** Releases that a person refused for this audiobook. */
  blocked: readonly ReleaseIdentity[]
  /** Whether the account of the indexer may download releases for higher classes. */
  accountIsVip: boolean
  now: Date
}

export interface RankedRelease {
  release: Release
  /** Place in the list, from 1. */
  rank: number
  verdict: Verdict
  /** What was read from the title and the indexer's data. */
  metadata: ReleaseMetadataDto
}
