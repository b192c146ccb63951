import type { Region } from '#contract/common'
import { AppError } from '#server/errors/app-error'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Catalogue } from './catalogue.service'
import type { CatalogueBook } from './catalogue.types'
import { createRecentFailures } from '#server/async/recent-failures'
import { regionsOf } from './regions.rules'

/** Maximum results per response of the catalogue. */
const MAX_BOOKS = 50
/** In milliseconds. A release search waits no longer than this for data that only helps the ranking. */
const ANSWER_LIMIT = 3000
/** Milliseconds before a failed question is repeated. */
const FAILURE_KEPT = 5 * 60_000

/** The facts about a book by which its author's other books are found. */
interface RelatedTo {
  authors: readonly string[]
  series: readonly { title: string }[]
  region: Region
  /** ISO 639-1 code; null if unknown. */
  language: string | null
}

/** Other books by a book's author and in its series, or none if the catalogue does not respond in time. */
export type RelatedBooks = (book: RelatedTo) => Promise<readonly CatalogueBook[]>

/**
 * Searches the catalogue, which caches its responses, for an author's books. At the same time searches
 * another region with the same language, where the books may have other titles.
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
        catalogue.search({ query, region, page: 0, limit: MAX_BOOKS }),
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
