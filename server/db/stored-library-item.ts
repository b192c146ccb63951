import type { StoredSeries } from './stored-facts'

/** A stored audiobook of a media server, without its id. */
export interface StoredLibraryItem {
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  asin: string | null
  isbn: string | null
  language: string | null
  durationMin: number | null
  url: string
}
