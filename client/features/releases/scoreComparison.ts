import type { OfferedReleaseDto } from '#contract/fulfilment'
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
type ScorePart = (typeof SCORE_PARTS)[number]

/** What a person decided since the search counts before what its verdict said of that. */
export function isAcceptable({ blocked, verdict }: Pick<OfferedReleaseDto, 'blocked' | 'verdict'>): boolean {
  return !blocked && !verdict.reasons.some(({ effect, code }) => effect === 'reject' && code !== 'blocked')
}

/** Why a release stands where it stands: the first consideration in which it is behind the best one decides. */
type Comparison = 'best' | 'rejected' | 'by_hand' | 'equal' | ScorePart

/** @param best verdict of the release that is listed first; null for that release itself. */
export function compareWithBest(
  release: Pick<OfferedReleaseDto, 'blocked' | 'verdict'>,
  best: VerdictDto | null,
): Comparison {
  const { verdict } = release
  if (!isAcceptable(release)) return 'rejected'
  if (best === null) return 'best'
  if (best.automatic && !verdict.automatic) return 'by_hand'
  return SCORE_PARTS.find((part) => verdict.score_parts[part] < best.score_parts[part]) ?? 'equal'
}
