import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { bookKey, sameWords, searchKey, suggestionsKey } from './catalogue.rules'
import type { CatalogueBook, CatalogueDriver, SearchedPage, Suggestion } from './catalogue.types'
import type { CatalogueCache } from './drivers/catalogue-cache'
import { createFreshness, type Answered } from './freshness'
import { createKeptBooks } from './kept-books'

interface CatalogueDependencies {
  driver: CatalogueDriver
  cache: CatalogueCache
  clock: () => Date
  defaultRegion: Region
  log?: { info: (message: string, properties: Record<string, unknown>) => void }
  /** Age in milliseconds up to which an answer is served without asking again. */
  freshMs?: number
  /** How long to wait for a newer answer while an older one is at hand, in milliseconds. */
  staleAfterMs?: number
}

export interface SearchQuestion {
  query: string
  /** The default region where it is left out. */
  region?: Region | undefined
  /** Counted from 0. */
  page: number
  limit: number
  /** By relevance where it is left out. */
  sort?: SearchSort
}

export interface SearchResult extends SearchedPage {
  /** Why these are earlier results, as the code of a catalogue error; null where they are current. */
  stale: string | null
}

export type Catalogue = ReturnType<typeof createCatalogue>

/**
 * The catalogue as the application uses it: cached per region, asked once for the same question at the
 * same time, and answering with earlier results while the catalogue itself is down. Nothing is written
 * to the database. Throws the errors of `catalogue.errors.ts` where there are no earlier results.
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
  const kept = createKeptBooks({ cache, clock })
  const answerSearch = createFreshness<SearchedPage>(freshness)
  const answerSuggestions = createFreshness<Suggestion[]>(freshness)
  const answerBook = createFreshness<CatalogueBook | null>(freshness)

  const tellWhenStale = tellingOfStale(log)

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

    /** What to search for, best first. */
    async suggestions(query: string, region: Region = defaultRegion): Promise<Suggestion[]> {
      const answer = await answerSuggestions(suggestionsKey(region, query), () =>
        driver.suggestions(query, region),
      )
      tellWhenStale(answer, region)
      return answer.value
    },

    /** One audiobook, or null where the region does not have it. */
    async book(asin: string, region: Region = defaultRegion): Promise<CatalogueBook | null> {
      const answer = await answerBook(bookKey(region, asin), () => driver.book(asin, region))
      tellWhenStale(answer, region)
      return answer.value
    },

    /** Several audiobooks in the order asked, without those that the region does not have; one question at most. */
    books(asins: readonly string[], region: Region = defaultRegion): Promise<CatalogueBook[]> {
      return kept.several(asins, region, (missing) => driver.books(missing, region))
    },

    /** A book as it was last seen here, however long ago, without asking the catalogue. */
    async remembered(asin: string, region: Region = defaultRegion): Promise<CatalogueBook | null> {
      return (await kept.find(asin, region)) ?? null
    },
  }
}

/** Tells the log of answers that are earlier ones. */
function tellingOfStale(log: CatalogueDependencies['log']) {
  return ({ stale }: Answered<unknown>, region: Region): void => {
    if (stale !== null) log?.info('Served cached catalogue data: {code}', { code: stale, region })
  }
}
