import type { FeatureContext } from '#server/domain/feature-context'
import { createLibraryCorrectionsRepository } from './library-corrections.repository'
import { createLibraryAbsenceRepository } from './library-absence.repository'
import { createLibraryItemsRepository } from './library-items.repository'
import { createLibraryWalksRepository } from './library-walks.repository'
import type { LibraryConnections, LibraryMatcher } from './library.types'
import { createOwnedBooks } from './owned.service'
import { createMatches } from './matches.service'
import { createNewestBooks } from './newest-books'
import { createWalks } from './walk.service'

/** The dependencies of this feature; the composition root builds it once. */
interface LibraryFeatureDependencies extends Pick<
  FeatureContext,
  'database' | 'audit' | 'announce' | 'clock' | 'log'
> {
  connections: LibraryConnections
  matcher: () => Promise<LibraryMatcher>
}

/** Builds everything that concerns the contents of media servers. */
export function createLibraryFeature(given: LibraryFeatureDependencies) {
  const dependencies = { ...given, changed: () => given.announce({ topic: 'requests' }, 'everyone') }
  const items = createLibraryItemsRepository(dependencies)
  const absence = createLibraryAbsenceRepository(dependencies)
  const corrections = createLibraryCorrectionsRepository(dependencies)
  const walks = createLibraryWalksRepository(dependencies)
  return {
    ...createWalks({ ...dependencies, items, absence, walks, owner: crypto.randomUUID() }),
    owned: createOwnedBooks({ ...dependencies, items }),
    matches: createMatches({ ...dependencies, items, corrections }),
    newestBooks: createNewestBooks({ items }),
    items,
    corrections,
    listWalks: walks.list,
  }
}

export type LibraryFeature = ReturnType<typeof createLibraryFeature>
