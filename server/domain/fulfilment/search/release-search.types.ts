import type { Region } from '#contract/common'
import type { Cause } from '#contract/cause'
import type { StoredIndexerAnswer, StoredRelease } from '#server/db/stored-release'
import type { ReleaseMetadataDto, Verdict } from '#contract/releases'
import type { RankedRelease, RankingInput, WantedBook } from '#server/domain/ranking/ranking.types'

/** A stored search for releases of one book. */
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

/** A release with its parsed facts and the verdict of its search. */
export interface FoundRelease {
  /** From 1, best first. */
  rank: number
  facts: StoredRelease
  metadata: ReleaseMetadataDto
  verdict: Verdict
}

/** The book to search for. */
export type WantedRecording = WantedBook & {
  asin: string
  /** The catalogue region that has it. */
  region: Region
  /** When a person last corrected the details; earlier searches looked for something else. */
  correctedAt: Date | null
}

/** Ranks releases without blocking requests. */
export type Rank = (input: RankingInput, pause: () => Promise<void>) => Promise<RankedRelease[]>
