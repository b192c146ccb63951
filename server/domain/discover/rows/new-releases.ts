import { recommendedBecause } from '#contract/discover'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { released, upcoming } from '#server/domain/discover/catalogue-rows.rules'
import type { RowDriver } from '#server/domain/discover/discover.types'

/** Maximum pages to fetch: the list starts with announced books, often hundreds. */
const PAGES = 3

/** New releases, overall or of one category, followed by upcoming ones. */
export const newReleases: RowDriver = {
  onlyNew: false,

  isFilled: () => Promise.resolve(true),

  async groups({ lists }, { region, category, limit, today }) {
    const of = category ? { category } : undefined
    const found: CatalogueBook[] = []
    for (let page = 0; page < PAGES && released(found, today).length < limit; page++) {
      const books = await lists.list({ region, sort: 'newest', of, page })
      if (books.length === 0) break
      found.push(...books)
    }
    const books = [...released(found, today), ...upcoming(found, today)]
    return [{ reason: recommendedBecause('new_release'), books }]
  },
}
