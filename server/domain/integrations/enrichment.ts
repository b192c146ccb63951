import { causeOf, type Cause } from '#contract/cause'
import type { ReleaseEnrichment } from './integrations.types'

/**
 * Combines several enrichments. All are called at the same time; for each release, the first one that knows
 * it wins.
 */
export function createEnrichment(all: readonly ReleaseEnrichment[]): ReleaseEnrichment {
  return {
    async describe(releases, query, signal) {
      const described = await Promise.all(all.map((one) => one.describe(releases, query, signal)))
      const causes = described.flatMap(({ cause }) => cause ?? [])
      return {
        metadata: new Map(described.toReversed().flatMap(({ metadata }) => [...metadata])),
        cause: inOne(causes),
      }
    },
  }
}

function inOne(causes: readonly Cause[]): Cause | null {
  const [first, ...others] = causes
  if (!first || others.length === 0) return first ?? null
  return { ...causeOf('several'), causes: [...causes] }
}
