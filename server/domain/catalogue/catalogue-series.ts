import type { Region } from '#contract/common'
import type { StoredFacts } from '#server/db/stored-facts'
import { personKey, seriesKey } from './catalogue.rules'
import type { CatalogueBook } from './catalogue.types'
import { createFreshness, type Answered, type FreshnessDependencies } from './freshness'
import type { CatalogueSeries, CatalogueSeriesDriver, PersonQuestion } from './series.types'

/** A book without its long texts, because a whole series is cached and read as a single value. */
export type ListedBook = Omit<
  CatalogueBook,
  'summary' | 'publisher' | 'categories' | 'sampleUrl' | 'coverUrl'
> &
  Pick<StoredFacts, 'coverUrl'>

interface ListedPage {
  books: ListedBook[]
  more: boolean
}

interface CatalogueSeriesDependencies {
  driver: CatalogueSeriesDriver
  /** How long a result is served, and from which cache. */
  freshness: FreshnessDependencies
  /** Caches the books of a response, so that a cover or a request needs no further call. */
  remember: (books: CatalogueBook[]) => Promise<void>
}

export type CatalogueSeriesReads = ReturnType<typeof createCatalogueSeries>

/**
 * Series and people of the catalogue, cached like a search. Throws the errors of `catalogue.errors.ts` if
 * nothing is cached.
 */
export function createCatalogueSeries({ driver, freshness, remember }: CatalogueSeriesDependencies) {
  const answerSeries = createFreshness<CatalogueSeries<ListedBook> | null>(freshness)
  const answerPage = createFreshness<ListedPage>(freshness)

  return {
    /** A series with its books, or null if the region does not have it. */
    series(asin: string, region: Region): Promise<Answered<CatalogueSeries<ListedBook> | null>> {
      return answerSeries(seriesKey(region, asin), async () => {
        const found = await driver.series(asin, region)
        if (found === null) return null
        await remember(found.books.map(({ book }) => book))
        return {
          ...found,
          books: found.books.map(({ position, book }) => ({ position, book: listed(book) })),
        }
      })
    },

    /** A page of the books by an author or narrator. */
    byPerson(question: PersonQuestion): Promise<Answered<ListedPage>> {
      return answerPage(personKey(question), async () => {
        const { books, more } = await driver.byPerson(question)
        await remember(books)
        return { books: books.map(listed), more }
      })
    },
  }
}

const listed = ({
  summary: _summary,
  publisher: _publisher,
  categories: _categories,
  sampleUrl: _sampleUrl,
  ...book
}: CatalogueBook): ListedBook => book
