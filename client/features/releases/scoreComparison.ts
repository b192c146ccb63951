import type { OfferedReleaseDto } from '#contract/fulfilment'
import type { ScoreParts, VerdictDto } from '#contract/releases'

/** The parts of a score, weightiest first. */
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
type ScorePart = (typeof SCORE_PARTS)[number]

/** Whether its grab for this book failed, after which it is never grabbed automatically again. */
export function isSpent({ grab }: Pick<OfferedReleaseDto, 'grab'>): boolean {
  return grab === 'reverted'
}

/** Why a release ranks where it does: the first criterion in which it is behind the best one decides. */
type Comparison = 'best' | 'rejected' | 'spent' | 'manual_only' | 'equal' | ScorePart

/** @param best verdict of the best release; null for that release itself. */
export function compareWithBest(
  release: Pick<OfferedReleaseDto, 'acceptable' | 'grab' | 'verdict'>,
  best: VerdictDto | null,
): Comparison {
  const { verdict } = release
  if (!release.acceptable) return 'rejected'
  if (isSpent(release)) return 'spent'
  if (best === null) return 'best'
  if (best.automatic && !verdict.automatic) return 'manual_only'
  return SCORE_PARTS.find((part) => verdict.score_parts[part] < best.score_parts[part]) ?? 'equal'
}
