import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { bookKey, sameWords, searchKey, suggestionsKey } from './catalogue.rules'
import type { CatalogueBook, CatalogueDriver, SearchedPage, Suggestion } from './catalogue.types'
import type { CatalogueCache } from './drivers/catalogue-cache'
import { createFreshness, type Answered } from './freshness'
import { createBookCache } from './kept-books'

interface CatalogueDependencies {
  driver: CatalogueDriver
  cache: CatalogueCache
  clock: () => Date
  defaultRegion: Region
  log?: { info: (message: string, properties: Record<string, unknown>) => void }
  /** Maximum age at which a cached result is served without a call, in milliseconds. */
  freshMs?: number
  /** How long to wait for a new result while an older one is cached, in milliseconds. */
  staleAfterMs?: number
}

export interface SearchQuestion {
  query: string
  /** The default region if omitted. */
  region?: Region | undefined
  /** Counted from 0. */
  page: number
  limit: number
  /** By relevance if omitted. */
  sort?: SearchSort
}

export interface SearchResult extends SearchedPage {
  /** The code of the catalogue error that made these results stale, or null if they are current. */
  stale: string | null
}

export type Catalogue = ReturnType<typeof createCatalogue>

/**
 * The catalogue, cached per region. Concurrent identical questions share one call, and cached results are
 * served while the catalogue is down. Stores nothing in the database. Throws the errors of
 * `catalogue.errors.ts` if nothing is cached.
 */
export function createCatalogue({
  driver,
  cache,
  clock,
  defaultRegion,
  log,
  freshMs = 30 * 60_000,
  staleAfterMs = 2_000,
}: CatalogueDependencies) {
  const freshness = { cache, clock, freshMs, staleAfterMs }
  const kept = createBookCache({ cache, clock })
  const answerSearch = createFreshness<SearchedPage>(freshness)
  const answerSuggestions = createFreshness<Suggestion[]>(freshness)
  const answerBook = createFreshness<CatalogueBook | null>(freshness)

  const tellWhenStale = logStale(log)

  return {
    remember: kept.remember,

    /** One page of audiobooks. */
    async search({ query, region = defaultRegion, sort = 'relevance', ...part }: SearchQuestion) {
      const question = { query: sameWords(query), region, sort, ...part }
      const answer = await answerSearch(searchKey(question), async () => {
        const found = await driver.search(question)
        await kept.remember(found.books)
        return found
      })
      tellWhenStale(answer, region)
      return { ...answer.value, stale: answer.stale } satisfies SearchResult
    },

    /** Search suggestions, best first. */
    async suggestions(query: string, region: Region = defaultRegion): Promise<Suggestion[]> {
      const answer = await answerSuggestions(suggestionsKey(region, query), () =>
        driver.suggestions(query, region),
      )
      tellWhenStale(answer, region)
      return answer.value
    },

    /** One audiobook, or null if the region does not have it. */
    async book(asin: string, region: Region = defaultRegion): Promise<CatalogueBook | null> {
      const answer = await answerBook(bookKey(region, asin), () => driver.book(asin, region))
      tellWhenStale(answer, region)
      return answer.value
    },

    /** Several audiobooks in the requested order, without missing ones, in at most one call. */
    books(asins: readonly string[], region: Region = defaultRegion): Promise<CatalogueBook[]> {
      return kept.several(asins, region, (missing) => driver.books(missing, region))
    },

    /** A cached book of any age, without a call. */
    async remembered(asin: string, region: Region = defaultRegion): Promise<CatalogueBook | null> {
      return (await kept.find(asin, region)) ?? null
    },
  }
}

/** Logs when stale results are served. */
function logStale(log: CatalogueDependencies['log']) {
  return ({ stale }: Answered<unknown>, region: Region): void => {
    if (stale !== null) log?.info('Served cached catalogue data: {code}', { code: stale, region })
  }
}
