import type { Region } from '#contract/common'
import type { StoredSeries } from './stored-release'

/** A stored catalogue book that a list entry may stand for. */
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
