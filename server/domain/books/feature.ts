import type { Database } from '#server/db/database'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import { createBookStates } from './book-states.repository'
import { createBooksRepository } from './books.repository'
import { createBooks, type BooksContext } from './books.service'
import { digest } from './drivers/digest'
import { createKeptTimeline } from './kept-timeline.repository'
import { createTimelineRepository } from './timeline.repository'

/** What this feature depends on; the composition root builds it once. */
interface BooksFeatureDependencies extends Omit<
  BooksContext,
  'repository' | 'states' | 'timeline' | 'outlook' | 'inLibrary' | 'hasLibrary' | 'digest'
> {
  database: Database
  settings: { get(key: 'auto_download'): Promise<boolean> }
  source: Pick<ReleaseSource, 'configured'>
  library: { owned: { shownTo: BooksContext['inLibrary'] }; matches: { isSetUp: BooksContext['hasLibrary'] } }
}

export type BooksFeature = ReturnType<typeof createBooksFeature>

/** Builds everything about stored books, whoever wants them. */
export function createBooksFeature(dependencies: BooksFeatureDependencies) {
  const { database, settings, source, library } = dependencies
  const repository = createBooksRepository({ database })
  const states = createBookStates({ database })
  const timeline = createTimelineRepository({ database })
  const books = createBooks({
    ...dependencies,
    repository,
    states,
    timeline,
    outlook: async () => ({
      autoDownload: await settings.get('auto_download'),
      possible: await source.configured(),
    }),
    inLibrary: library.owned.shownTo,
    hasLibrary: library.matches.isSetUp,
    digest,
  })
  return {
    ...books,
    /** Links some of the books of an earlier version with their series and people; tells whether there may be more. */
    linkSome: repository.linkSome,
    ...{ repository, states, timeline },
    kept: createKeptTimeline({ database }),
  }
}
