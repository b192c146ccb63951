import type { Database } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Logger } from '#server/log'
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
export interface LibraryFeatureDependencies {
  database: Database
  connections: LibraryConnections
  matcher: () => Promise<LibraryMatcher>
  audit: Pick<Audit, 'record'>
  yieldNow: () => Promise<void>
  yieldEvery: () => () => Promise<void>
  /** Called when the contents may have changed. */
  changed: () => void
  clock: () => Date
  log: Logger
}

/** Builds everything that concerns the contents of media servers. */
export function createLibraryFeature(dependencies: LibraryFeatureDependencies) {
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
