import type { Region } from '#contract/common'
import { personKey, seriesKey } from './catalogue.rules'
import type { CatalogueBook } from './catalogue.types'
import { createFreshness, type Answered, type FreshnessDependencies } from './freshness'
import type { CatalogueSeries, CatalogueSeriesDriver, PersonQuestion } from './series.types'

/** A book without its long texts: a series is kept as one, and read at once. */
export type ListedBook = Omit<
  CatalogueBook,
  'summary' | 'publisher' | 'categories' | 'coverUrl' | 'sampleUrl'
>

export interface ListedPage {
  books: ListedBook[]
  more: boolean
}

interface CatalogueSeriesDependencies {
  driver: CatalogueSeriesDriver
  /** How long an answer is served, and from where. */
  freshness: FreshnessDependencies
  /** Keeps the books of an answer, so that a cover and a request need no further question. */
  remember: (books: CatalogueBook[]) => Promise<void>
}

export type CatalogueSeriesReads = ReturnType<typeof createCatalogueSeries>

/**
 * Series and people of the catalogue as the application uses them: cached like a search. Throws the errors of
 * `catalogue.errors.ts` where there is no earlier answer.
 */
export function createCatalogueSeries({ driver, freshness, remember }: CatalogueSeriesDependencies) {
  const answerSeries = createFreshness<CatalogueSeries<ListedBook> | null>(freshness)
  const answerPage = createFreshness<ListedPage>(freshness)

  return {
    /** A series with its books, or null where the region does not have it. */
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

    /** One page of what somebody wrote or reads. */
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
  coverUrl: _coverUrl,
  sampleUrl: _sampleUrl,
  ...book
}: CatalogueBook): ListedBook => book
