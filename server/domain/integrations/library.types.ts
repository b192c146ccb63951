import type { StoredLibraryItem } from '#server/db/stored-library-item'

/**
 * An audiobook in the media server. `language` is in the server's words; `url` opens the book in a browser.
 */
export interface LibraryItem extends StoredLibraryItem {
  /** The media server's own id; opaque. */
  id: string
  /** When the media server added it; null if the server does not report it. */
  addedAt: Date | null
}

/**
 * A connected media server. On failure, every method throws an AppError whose cause tells an administrator
 * what to do: the server is unreachable, is too slow, refuses the key, or is some other program.
 */
export interface Library {
  /**
   * The audiobooks of the selected libraries, page by page, without ebooks and items whose files are missing.
   * Unreadable ones are skipped.
   */
  walk(signal: AbortSignal): AsyncIterable<readonly LibraryItem[]>
  /** One page of the newest audiobooks. */
  newest(signal: AbortSignal): Promise<readonly LibraryItem[]>
  /** Starts a scan for new files. @returns false if the key lacks permission. */
  scan(): Promise<boolean>
}
