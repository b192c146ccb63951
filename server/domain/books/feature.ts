import type { Database } from '#server/db/database'
import { createBookStates } from './book-states.repository'
import { createBooksRepository } from './books.repository'
import { createConditions } from './conditions.repository'
import { createBooks, type BooksContext } from './books.service'
import { createTimelineRepository } from './timeline.repository'

/** What this feature depends on; the composition root builds it once. */
interface BooksFeatureDependencies extends Omit<
  BooksContext,
  'repository' | 'states' | 'timeline' | 'conditionsOf'
> {
  database: Database
}

export type BooksFeature = ReturnType<typeof createBooksFeature>

/** Builds everything about stored books, whoever wants them. */
export function createBooksFeature({ database, ...others }: BooksFeatureDependencies) {
  const repository = createBooksRepository({ database })
  const states = createBookStates({ database })
  const timeline = createTimelineRepository({ database })
  const conditionsOf = createConditions({ database })
  const books = createBooks({ ...others, repository, states, timeline, conditionsOf })
  return { ...books, repository, states, timeline, conditionsOf }
}
