import type { FileCause } from '#contract/file-cause'

/** What is at the path of the configuration file. */
export type FileContent = { kind: 'text'; text: string } | { kind: 'unreadable'; cause: FileCause }

/** Reads and watches one file. */
export interface FileReader {
  /** Never throws for problems with the file. */
  read(path: string): Promise<FileContent>
  /**
   * Watches a path in place of the previous one; null stops watching.
   * @param onChange may be called too often, or not at all.
   */
  watch(path: string | null, onChange: () => void): Promise<void>
}

/** A digest that no one can compute without the secret key. */
export type KeyedDigest = (text: string) => Promise<string>
