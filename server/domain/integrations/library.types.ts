import type { StoredLibraryItem } from '#server/db/stored-library-item'

/** An audiobook as the media server has it; `language` in its words, `url` to open it in the browser of a person. */
export interface LibraryItem extends StoredLibraryItem {
  /** Of the media server; opaque. */
  id: string
  /** When the media server got it, as it says; null where it does not say. */
  addedAt: Date | null
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
