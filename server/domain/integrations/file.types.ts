import type { FileCause } from '#contract/file-cause'

/** What is at the path of the configuration file. */
export type FileContent = { kind: 'text'; text: string } | { kind: 'unreadable'; cause: FileCause }

/** Reads and watches one file. */
export interface FileReader {
  /** Never fails for what is wrong with the file. */
  read(path: string): Promise<FileContent>
  /**
   * Watches a path from now on in place of the one before; null watches nothing.
   * @param onChange may come too often, and is not sure to come at all.
   */
  watch(path: string | null, onChange: () => void): Promise<void>
}

/** A digest that nobody can make who does not know the secret key. */
export type KeyedDigest = (text: string) => Promise<string>
