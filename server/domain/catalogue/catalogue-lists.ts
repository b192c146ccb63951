import type { Region } from '#contract/common'
import { createSlots } from '#server/async/slots'
import { catalogueTimeout } from './catalogue.errors'
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
import { createRecentFailures } from './recent-failures'

/** Lists change once a day or so. In milliseconds. */
const FRESH = 6 * 60 * 60_000
/** Milliseconds for which a list that could not be had is not asked for again; a person may want to soon. */
const FAILURE_KEPT = 5000
/** Lists asked for at once, by all people together; others wait in line. */
const AT_ONCE = 6
const WAITING = 200

interface CatalogueListsDependencies {
  driver: CatalogueListsDriver
  cache: CatalogueCache
  clock: () => Date
  /** Keeps the books of an answer, so that a cover and a request need no further question. */
  remember: (books: CatalogueBook[]) => Promise<void>
}

export type CatalogueLists = ReturnType<typeof createCatalogueLists>

/**
 * The lists of the catalogue as the application uses them. What is cached is served at once, however old, and is fetched
 * again behind that once it is old, for whoever asks next. Throws the errors of `catalogue.errors.ts` where nothing is
 * cached.
 */
export function createCatalogueLists({ driver, cache, clock, remember }: CatalogueListsDependencies) {
  const freshness = { cache, clock, freshMs: FRESH, staleAfterMs: 0 }
  const answerBooks = createFreshness<CatalogueBook[]>(freshness)
  const answerCategories = createFreshness<Category[]>(freshness)
  const unlessFailed = createRecentFailures({ clock, keptMs: FAILURE_KEPT })
  const inSlot = createSlots({ atOnce: AT_ONCE, waiting: WAITING, refuse: () => catalogueTimeout() })

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
    /** At most fifty audiobooks, in the order asked for. */
    list: (question: ListQuestion) => books(listKey(question), () => driver.list(question)),

    /** The most similar first, or in the order of the series. */
    similar: (question: SimilarQuestion) => books(similarKey(question), () => driver.similar(question)),

    /** The most general categories of a region, in the order of the catalogue. */
    async categories(region: Region): Promise<Category[]> {
      const key = categoriesKey(region)
      const load = () => unlessFailed(key, () => inSlot(() => driver.categories(region)))
      return (await answerCategories(key, load)).value
    },
  }
}
