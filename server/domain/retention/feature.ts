import type { KeptKind } from '#contract/storage'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Settings } from '#server/domain/settings/settings.service'
import { createRetention } from './retention.service'
import type { KeptRows } from '#server/db/kept-rows.types'
import { createStorageSizes } from './storage-sizes.service'

/** What this feature depends on; the composition root builds it once. */
interface RetentionFeatureDependencies extends Pick<
  FeatureContext,
  'database' | 'audit' | 'announce' | 'clock'
> {
  settings: Pick<Settings, 'snapshot' | 'prepare' | 'set'>
  /** The rows of each kind, deleted by the features that own them. */
  kept: Record<KeptKind, KeptRows>
}

/** Builds the cleanup of old rows and the report of database sizes. */
export function createRetentionFeature(dependencies: RetentionFeatureDependencies) {
  const sizes = createStorageSizes({ ...dependencies, space: dependencies.database.space })
  return { retention: createRetention({ ...dependencies, sizes }) }
}
