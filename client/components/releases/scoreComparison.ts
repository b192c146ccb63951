import type { ScoreParts, VerdictDto } from '#contract/releases'

/** What a score is made of, the weightiest first. */
export const SCORE_PARTS = [
  'match',
  'narrator',
  'format',
  'flags',
  'indexer',
  'fit',
  'seeders',
  'age',
] as const satisfies readonly (keyof ScoreParts)[]
export type ScorePart = (typeof SCORE_PARTS)[number]

/** Why a release stands where it stands: the first consideration in which it is behind the best one decides. */
export type Comparison = 'best' | 'rejected' | 'by_hand' | 'equal' | ScorePart

/** @param best verdict of the release that is listed first; null for that release itself. */
export function compareWithBest(verdict: VerdictDto, best: VerdictDto | null): Comparison {
  if (!verdict.accepted) return 'rejected'
  if (best === null) return 'best'
  if (best.automatic && !verdict.automatic) return 'by_hand'
  return SCORE_PARTS.find((part) => verdict.score_parts[part] < best.score_parts[part]) ?? 'equal'
}
