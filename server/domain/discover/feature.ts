import type { Config } from '#server/start/config'
import type { BooksFeature } from '#server/domain/books/feature'
import type { Ground } from '#server/domain/ground'
import { createDiscoverRepository } from './discover.repository'
import { createDiscover } from './discover.service'
import type { RowSources } from './discover.types'

/** What this feature is made of; the composition root calls it once. */
interface DiscoverFeatureDependencies extends Pick<Ground, 'database' | 'clock'> {
  config: Pick<Config, 'defaultRegion'>
  books: Pick<BooksFeature, 'present' | 'repository'>
  catalogue: Pick<RowSources, 'lists'>
  library: Pick<RowSources, 'newestBooks'>
}

/** Builds what recommends books. */
export function createDiscoverFeature({
  database,
  config,
  books,
  catalogue: { lists },
  library: { newestBooks },
  clock,
}: DiscoverFeatureDependencies) {
  const local = createDiscoverRepository({ database, books })
  const sources = { local, lists, newestBooks }
  return createDiscover({ sources, books, defaultRegion: config.defaultRegion, clock })
}
