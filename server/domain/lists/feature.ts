import { createListeners } from '#server/async/listeners'
import type { FeatureContext } from '#server/domain/feature-context'
import { readHardcover } from './drivers/hardcover'
import { createListWorkRepository } from './list-work.repository'
import { createListWork, type ListWorkDependencies } from './list-work.service'
import { createListsRepository } from './lists.repository'
import { createLists, type ListsContext } from './lists.service'
import { createMatchEntries, type MatchDependencies } from './match-entries'
import { readList } from './read-list'

/** The dependencies of this feature; the composition root builds it once. */
interface ListsFeatureDependencies
  extends
    Pick<FeatureContext, 'database' | 'transaction' | 'lockUser' | 'announce' | 'clock' | 'fetch' | 'log'>,
    Pick<ListsContext, 'config'>,
    Pick<ListWorkDependencies, 'requestMany'>,
    MatchDependencies {}

/** Builds everything that concerns imported lists. */
export function createListsFeature({ database, ...dependencies }: ListsFeatureDependencies) {
  const wakers = createListeners()
  const lists = createLists({
    ...dependencies,
    repository: createListsRepository({ database }),
    readList,
    readHardcover: (token) => readHardcover(dependencies, token),
    wake: wakers.call,
  })
  const work = createListWork({
    ...dependencies,
    repository: createListWorkRepository({ database }),
    matchEntries: createMatchEntries(dependencies),
  })
  return {
    lists: {
      ...lists,
      ...work,
      /** Calls the listener when there is work. @returns a function that unsubscribes. */
      onWake: wakers.add,
    },
  }
}
