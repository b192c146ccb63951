import { serverBusy } from '#server/errors/server-busy'
import type { Region } from '#contract/common'
import { createSlots } from '#server/async/slots'
import { categoriesKey, listKey, similarKey } from './catalogue.rules'
import type {
  CatalogueBook,
  CatalogueListsDriver,
  Category,
  ListQuestion,
  SimilarQuestion,
} from './catalogue.types'
import type { CatalogueCache } from './drivers/catalogue-cache'
import { createFreshness } from './freshness'
import { createRecentFailures } from '#server/async/recent-failures'

/** Lists change about once a day. In milliseconds. */
const FRESH = 6 * 60 * 60_000
/** Milliseconds before a failed list is fetched again; short, because people may retry. */
const FAILURE_KEPT = 5000
/** Lists fetched concurrently, across all users; others queue. */
const AT_ONCE = 6
const WAITING = 200

interface CatalogueListsDependencies {
  driver: CatalogueListsDriver
  cache: CatalogueCache
  clock: () => Date
  /** Caches the books of a response, so that a cover or a request needs no further call. */
  remember: (books: CatalogueBook[]) => Promise<void>
}

export type CatalogueLists = ReturnType<typeof createCatalogueLists>

/**
 * The catalogue's lists, cached. A cached list is served immediately, whatever its age; an old one is
 * refreshed in the background for the next caller. Throws the errors of `catalogue.errors.ts` if nothing is
 * cached.
 */
export function createCatalogueLists({ driver, cache, clock, remember }: CatalogueListsDependencies) {
  const freshness = { cache, clock, freshMs: FRESH, staleAfterMs: 0 }
  const answerBooks = createFreshness<CatalogueBook[]>(freshness)
  const answerCategories = createFreshness<Category[]>(freshness)
  const unlessFailed = createRecentFailures({ clock, keptMs: FAILURE_KEPT })
  const inSlot = createSlots({ atOnce: AT_ONCE, waiting: WAITING, refuse: serverBusy })

  async function books(key: string, load: () => Promise<CatalogueBook[]>): Promise<CatalogueBook[]> {
    const { value } = await answerBooks(key, () =>
      unlessFailed(key, async () => {
        const found = await inSlot(load)
        await remember(found)
        return found
      }),
    )
    return value
  }

  return {
    /** At most fifty audiobooks, in the order that the question specifies. */
    list: (question: ListQuestion) => books(listKey(question), () => driver.list(question)),

    /** Most similar first, or in series order. */
    similar: (question: SimilarQuestion) => books(similarKey(question), () => driver.similar(question)),

    /** The top-level categories of a region, in catalogue order. */
    async categories(region: Region): Promise<Category[]> {
      const key = categoriesKey(region)
      const load = () => unlessFailed(key, () => inSlot(() => driver.categories(region)))
      return (await answerCategories(key, load)).value
    },
  }
}
