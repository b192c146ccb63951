import type { Region } from '#contract/common'
import type { StoredSeries } from './stored-release'

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
  language: string | null
  edition: 'unabridged' | 'abridged' | 'dramatised' | 'original' | null
  releaseDate: string | null
  runtimeMin: number | null
}
