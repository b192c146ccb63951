import type { Region } from '#contract/common'
import { createSlots } from '#server/async/slots'
import { serverBusy } from '#server/errors/server-busy'
import { AppError } from '#server/errors/app-error'
import type { Catalogue } from './catalogue.service'
import type { CatalogueBook } from './catalogue.types'
import { createRecentFailures } from '#server/async/recent-failures'
import { regionsOf } from './regions.rules'

/** Maximum results per response of the catalogue. */
const MAX_BOOKS = 50
/** Concurrent searches, across all users; others queue. */
const AT_ONCE = 6
const WAITING = 200
/** Milliseconds before a failed search is repeated; short, because people may retry. */
const FAILURE_KEPT = 5000

interface RegionsQuestion {
  /** Each query is searched for in every region. */
  queries: readonly string[]
  region: Region
  /** ISO 639-1 code of the book; null if unknown. */
  language: string | null
}

/** What a region found, or why it could not be searched. */
interface SearchedRegion {
  region: Region
  books: readonly CatalogueBook[]
  error: AppError | null
}

export type SearchRegions = (question: RegionsQuestion) => Promise<SearchedRegion[]>

/**
 * Searches the region of a book, and another one that may have the book under a different title. The
 * catalogue caches its responses.
 */
export function createSearchRegions({
  catalogue,
  clock,
}: {
  catalogue: Pick<Catalogue, 'search'>
  clock: () => Date
}): SearchRegions {
  const unlessFailed = createRecentFailures({ clock, keptMs: FAILURE_KEPT })
  const inSlot = createSlots({ atOnce: AT_ONCE, waiting: WAITING, refuse: serverBusy })

  async function ask(queries: readonly string[], region: Region): Promise<SearchedRegion> {
    const search = (query: string) =>
      unlessFailed(`${region} ${query}`, () =>
        inSlot(() => catalogue.search({ query, region, page: 0, limit: MAX_BOOKS })),
      )
    try {
      const pages = await Promise.all(queries.map(search))
      return { region, books: pages.flatMap(({ books }) => books), error: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { region, books: [], error }
    }
  }

  return ({ queries, region, language }) =>
    Promise.all(regionsOf(region, language).map((each) => ask(queries, each)))
}
