import type { Region } from '#contract/common'
import { AppError } from '#server/errors'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Catalogue } from './catalogue.service'
import type { CatalogueBook } from './catalogue.types'
import { createRecentFailures } from './recent-failures'
import { regionsOf } from './regions.rules'

/** A catalogue answers with so many at most. */
const MOST_BOOKS = 50
/** Milliseconds: a search for releases does not wait longer for what only helps to judge them. */
const ANSWER_LIMIT = 3000
/** Milliseconds for which a catalogue that failed is not asked the same again. */
const FAILURE_KEPT = 5 * 60_000

/** Of a book, what its author's other books are asked for by. */
interface RelatedTo {
  authors: readonly string[]
  series: readonly { title: string }[]
  region: Region
  /** ISO 639-1 code; null where it is not known. */
  language: string | null
}

/** Other books of the author and series of a book; none where the catalogue does not tell in time. */
export type RelatedBooks = (book: RelatedTo) => Promise<readonly CatalogueBook[]>

/**
 * Asks the catalogue for the books of an author, which keeps its answers for a while. Another region of the same language
 * is asked as well, at the same time: works have other titles there.
 */
export function createRelatedBooks({
  catalogue,
  clock,
}: {
  catalogue: Pick<Catalogue, 'search'>
  clock: () => Date
}): RelatedBooks {
  const unlessFailed = createRecentFailures({ clock, keptMs: FAILURE_KEPT })

  async function askFor(query: string, region: Region): Promise<readonly CatalogueBook[]> {
    try {
      const key = `${region} ${query}`
      const page = await unlessFailed(key, () =>
        catalogue.search({ query, region, page: 0, limit: MOST_BOOKS }),
      )
      return page.books
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  }

  async function inTime(found: Promise<readonly CatalogueBook[]>): Promise<readonly CatalogueBook[]> {
    return (await endsBeforeTimeout(ANSWER_LIMIT, found)) ? found : []
  }

  return async ({ authors, series, region, language }) => {
    const [author] = authors
    if (author === undefined) return []
    const query = [author, series[0]?.title ?? ''].join(' ').trim()
    const found = await Promise.all(regionsOf(region, language).map((each) => inTime(askFor(query, each))))
    return found.flat()
  }
}
