import type { Config } from '#server/platform/config'
import type { BooksFeature } from '#server/domain/books/feature'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Settings } from '#server/domain/settings/settings.service'
import { createDiscoverRepository } from './discover.repository'
import { createDiscoverSettings } from './discover-settings.service'
import { createDiscover } from './discover.service'
import type { RowSources } from './discover.types'

/** The dependencies of this feature; the composition root builds it once. */
interface DiscoverFeatureDependencies extends Pick<
  FeatureContext,
  'database' | 'transaction' | 'audit' | 'announce' | 'clock'
> {
  config: Pick<Config, 'defaultRegion'>
  books: Pick<BooksFeature, 'present' | 'repository'>
  catalogue: Pick<RowSources, 'lists'>
  library: Pick<RowSources, 'newestBooks'>
  settings: Pick<Settings, 'get' | 'put'>
}

/** Builds the recommendations. */
export function createDiscoverFeature(dependencies: DiscoverFeatureDependencies) {
  const { database, books, library, clock } = dependencies
  const { lists } = dependencies.catalogue
  const { defaultRegion } = dependencies.config
  const discoverSettings = createDiscoverSettings({ ...dependencies, lists, defaultRegion })
  const local = createDiscoverRepository({ database, books })
  const sources = { local, lists, newestBooks: library.newestBooks }
  return {
    discover: createDiscover({ sources, books, settings: discoverSettings, defaultRegion, clock }),
    discoverSettings,
  }
}
