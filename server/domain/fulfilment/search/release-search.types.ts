import type { Region } from '#contract/common'
import type { Cause } from '#contract/cause'
import type { StoredIndexerAnswer, StoredRelease } from '#server/db/stored-release'
import type { ReleaseMetadataDto, Verdict } from '#contract/releases'
import type { RankedRelease, RankingInput, WantedBook } from '#server/domain/ranking/ranking.types'

/** A search for releases of one book as it is stored. */
export interface StoredSearch {
  id: string
  asin: string
  state: 'running' | 'finished' | 'failed'
  /** Username; null for the server itself. */
  actor: string | null
  indexers: StoredIndexerAnswer[]
  found: number
  accepted: number
  cause: Cause | null
  leaseUntil: Date | null
  startedAt: Date
  finishedAt: Date | null
}

/** A release with what was read from it and the verdict of the search that found it. */
export interface FoundRelease {
  /** From 1, best first. */
  rank: number
  facts: StoredRelease
  metadata: ReleaseMetadataDto
  verdict: Verdict
}

/** The book that is looked for. */
export type WantedRecording = WantedBook & {
  asin: string
  /** Of the catalogue that has it. */
  region: Region
  /** When what a person wrote down about it was last corrected: searches that began before looked for another. */
  correctedAt: Date | null
}

/** Judges and orders releases without holding up requests. */
export type Rank = (input: RankingInput) => Promise<RankedRelease[]>
