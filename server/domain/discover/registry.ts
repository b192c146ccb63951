import { recommendedBecause, type RowKind } from '#contract/discover'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { visibilityOf } from '#server/domain/books/visibility.rules'
import type { RowDriver } from './discover.types'
import { released, upcoming } from './catalogue-rows.rules'
import { byPeople } from './rows/by-people'
import { forYou } from './rows/for-you'

/** The latest books in the library. */
const added: RowDriver = {
  onlyNew: false,

  isFilled: async ({ newestBooks }) => (await newestBooks('us', 1)).length > 0,

  groups: async ({ newestBooks }, { region, limit }) => [
    { reason: null, books: await newestBooks(region, limit) },
  ],
}

/** Bestsellers, overall or of one category. */
const bestsellers: RowDriver = {
  onlyNew: false,

  isFilled: () => Promise.resolve(true),

  async groups({ lists }, { region, category }) {
    const of = category ? { category } : undefined
    const books = await lists.list({ region, sort: 'bestsellers', of, page: 0 })
    return [{ reason: recommendedBecause('bestseller'), books }]
  },
}

const WHEN = ['out', 'coming'] as const

/** Books by people, or in series, that a person follows: recent and upcoming ones, taken in turn. */
const followed: RowDriver = {
  onlyNew: false,

  async isFilled({ local }, user, today) {
    const books = await Promise.all(WHEN.map((when) => local.followed(user.id, { when, today, limit: 1 })))
    return books.flat().length > 0
  },

  groups: ({ local }, { user, today, limit }) =>
    Promise.all(
      WHEN.map(async (when) => ({
        reason: null,
        books: await local.followed(user.id, { when, today, limit }),
      })),
    ),
}

/** Maximum pages to fetch: the list starts with announced books, often hundreds. */
const PAGES = 3

/** New releases, overall or of one category, followed by upcoming ones. */
const newReleases: RowDriver = {
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

/** The books with the most requests here. */
const popular: RowDriver = {
  onlyNew: false,

  isFilled: async ({ local }, user) => (await local.popular(visibilityOf(user), 1)).length > 0,

  groups: async ({ local }, { user, limit }) => [
    { reason: null, books: await local.popular(visibilityOf(user), limit) },
  ],
}

/** The books that people here requested most recently. */
const recent: RowDriver = {
  onlyNew: false,

  isFilled: async ({ local }, user) => (await local.recent(visibilityOf(user), 1)).length > 0,

  groups: async ({ local }, { user, limit }) => [
    { reason: null, books: await local.recent(visibilityOf(user), limit) },
  ],
}

/** Every kind of row. */
export const ROWS: Readonly<Record<RowKind, RowDriver>> = {
  user: forYou,
  followed,
  authors: byPeople('authors'),
  narrators: byPeople('narrators'),
  popular,
  recent,
  added,
  bestsellers,
  new_releases: newReleases,
}
