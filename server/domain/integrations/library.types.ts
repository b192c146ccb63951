import type { StoredLibraryItem } from '#server/db/stored-library-item'

/** An audiobook in the media server; `language` in the server's words, `url` opens it in a person's browser. */
export interface LibraryItem extends StoredLibraryItem {
  /** The media server's own id; opaque. */
  id: string
  /** When the media server added it; null if it does not say. */
  addedAt: Date | null
}

/**
 * A connected media server. Every call throws an AppError whose cause says what an administrator can do: the server
 * cannot be reached, is too slow, refuses the key, or something else answers.
 */
export interface Library {
  /**
   * The audiobooks of the chosen libraries, page by page, without ebooks and items whose files are missing. Unreadable
   * ones are skipped.
   */
  walk(signal: AbortSignal): AsyncIterable<readonly LibraryItem[]>
  /** The newest ones, one page. */
  newest(signal: AbortSignal): Promise<readonly LibraryItem[]>
  /** Starts a scan for new files. @returns false if the key is not allowed to. */
  scan(): Promise<boolean>
}
