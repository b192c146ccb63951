import type { FileCause } from '#contract/file-cause'
import type { Transaction } from '#server/db/database'
import type { FileSection } from './file.rules'
import type { Described, ConnectionState } from './settings.rules'

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

/** Applies one section of the file. @returns false if someone else was faster. */
export type Apply = (within: Transaction) => Promise<boolean>

/** How to change what a section is about, or what is wrong with that. */
type Plan = { id: string; apply: Apply } | { fault: FileCause }

/** Where the settings of some drivers are kept, for the file to change. */
export interface FileTarget {
  drivers: readonly Described[]
  /** What a section is about, as stored now. @param names all sections of the file, as name keys. */
  find(
    section: FileSection,
    names: ReadonlySet<string>,
  ): Promise<{
    /** Of what is stored; null if nothing is. */
    id: string | null
    state: ConnectionState
    /** Of the values last taken from the section. */
    digests: Readonly<Record<string, string>>
    /** @param taken ids that other sections of the file are about. */
    plan(state: ConnectionState, digests: Record<string, string>, taken: ReadonlySet<string>): Promise<Plan>
  }>
}
