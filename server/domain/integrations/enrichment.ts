import type { ReleaseEnrichment } from './integrations.types'

/** Several enrichments as one: they are asked together, and what one of them knows first counts. */
export function createEnrichment(all: readonly ReleaseEnrichment[]): ReleaseEnrichment {
  return {
    async describe(releases, query, signal) {
      const described = await Promise.all(all.map((one) => one.describe(releases, query, signal)))
      const errors = described.flatMap(({ error }) => error ?? [])
      return {
        metadata: new Map(described.toReversed().flatMap(({ metadata }) => [...metadata])),
        error: errors.length > 0 ? errors.join(' ') : null,
      }
    },
  }
}
