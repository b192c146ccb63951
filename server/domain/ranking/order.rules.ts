import type { DownloadSettings } from '#contract/download-settings'
import type { ScoreParts } from '#contract/releases'

/** The criteria by which releases are ordered, the most important first; more is better. */
export interface Standing {
  accepted: boolean
  automatic: boolean
  /**
   * 0: another book, 1: by its title alone, 2: corroborated, 3: with an inexact title or author, 4: exact.
   */
  match: number
  /** 1: the wanted one, 0: unknown, -1: another one. */
  narrator: number
  /** Position from 0, the best; formats that are not listed come last. */
  formatPlace: number
  /** Sum of the scores of its flags. */
  flags: number
  /** Position from 0, the best. */
  indexerPlace: number
  /** 2: the length fits, 1: the bitrate is in range, 0: unknown, -1: the length differs. */
  fit: number
  /** Null if the protocol has no seeders. */
  seeders: number | null
  /** In days; null if unknown. */
  ageDays: number | null
  /** Old torrents have proved reliable; old posts get lost. */
  olderIsBetter: boolean
}

/**
 * Points per step. Down to the format, each step is worth more than all later criteria together, so the score
 * preserves the order. The later criteria share less than one step of a format and only hint at the order.
 * The ranking itself compares the criteria one by one (`compareKeys`), not the score.
 */
const MATCH_STEP = 20.3
const NARRATOR_STEP = 6.5
const FORMAT_STEP = 1
const FORMAT_STEPS = 5
const FLAGS = 0.4
const INDEXER = 0.2
const FIT = 0.1
const SEEDERS = 0.06
const AGE = 0.04
/** Above these values, more makes no difference to the points. */
const MANY_SEEDERS_LEVEL = 10
const OLD_DAYS = 3650
/** Usenet has no seeders and always delivers, so it counts as this level. */
const USENET_LEVEL = 6

/** The points for each criterion, 0 to 100 in total. */
export function scoreParts(standing: Standing, settings: DownloadSettings): ScoreParts {
  const indexers = settings.indexer_order.length
  return {
    match: rounded(standing.match * MATCH_STEP),
    narrator: rounded((standing.narrator + 1) * NARRATOR_STEP),
    format: rounded(Math.max(0, FORMAT_STEPS - standing.formatPlace) * FORMAT_STEP),
    flags: rounded((FLAGS * (1 + standing.flags / (Math.abs(standing.flags) + 10))) / 2),
    indexer: rounded(indexers === 0 ? INDEXER : INDEXER * (1 - standing.indexerPlace / indexers)),
    fit: rounded((FIT * (standing.fit + 1)) / 3),
    seeders: rounded((SEEDERS * seedersLevel(standing.seeders)) / MANY_SEEDERS_LEVEL),
    age: rounded(AGE * ageLevel(standing)),
  }
}

export function totalScore(parts: ScoreParts): number {
  const { match, narrator, format, flags, indexer, fit, seeders, age } = parts
  return rounded(match + narrator + format + flags + indexer + fit + seeders + age)
}

/**
 * The criteria as numbers to compare in order; more is better. Criteria with few steps are merged into one
 * number, because sorting makes many more comparisons than there are verdicts.
 */
export function sortKeys(standing: Standing): number[] {
  const { accepted, automatic, match, narrator, formatPlace } = standing
  const certainty = (accepted ? 2 : 0) + (automatic ? 1 : 0)
  const recording = (certainty * 5 + match) * 3 + narrator + 1
  return [
    recording * (FORMAT_STEPS + 1) + FORMAT_STEPS - formatPlace,
    standing.flags,
    -standing.indexerPlace,
    standing.fit,
    seedersLevel(standing.seeders),
    ageLevel(standing),
  ]
}

/** Best first; 0 if all criteria are equal. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < one.length; at++) {
    const difference = (other[at] ?? 0) - (one[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Each doubling of the seeders raises the level by one: 100 are no better than 99. */
function seedersLevel(seeders: number | null): number {
  if (seeders === null) return USENET_LEVEL
  return Math.min(MANY_SEEDERS_LEVEL, Math.floor(Math.log2(Math.max(0, seeders) + 1)))
}

function ageLevel({ ageDays, olderIsBetter }: Standing): number {
  if (ageDays === null) return 0
  const old = Math.min(Math.max(0, ageDays), OLD_DAYS) / OLD_DAYS
  return olderIsBetter ? old : 1 - old
}

const rounded = (points: number) => Math.round(points * 10_000) / 10_000
