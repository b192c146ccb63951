import type { Region } from '#contract/common'
import type { StoredSeries } from './stored-release'

/** A book of the catalogue that an entry of a list may be, as it is stored. */
export interface StoredCandidate {
  asin: string
  region: Region
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  language: string | null
  edition: 'unabridged' | 'abridged' | 'dramatised' | 'original' | null
  releaseDate: string | null
  runtimeMin: number | null
}
