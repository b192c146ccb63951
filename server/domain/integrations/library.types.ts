import type { StoredSeries } from '#server/db/stored-release'

/** An audiobook as the media server has it. */
export interface LibraryItem {
  /** Of the media server; opaque. */
  id: string
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  asin: string | null
  isbn: string | null
  /** As the media server words it. */
  language: string | null
  durationMin: number | null
  /** Opens it in the browser of a person. */
  url: string
}

/**
 * One media server as it is set up. Every call throws an AppError whose cause says what an administrator can do: it
 * cannot be reached, is too slow, refuses the key or answers something else than its API.
 */
export interface Library {
  /**
   * The audiobooks of the chosen libraries, page by page: no ebooks, nothing whose files are missing. What cannot be
   * read is left out.
   */
  walk(signal: AbortSignal): AsyncIterable<readonly LibraryItem[]>
  /** The newest ones, one page. */
  newest(signal: AbortSignal): Promise<readonly LibraryItem[]>
  /** Has the media server look for new files. @returns false where the key may not. */
  scan(): Promise<boolean>
}
