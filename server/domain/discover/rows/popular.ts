import { visibilityOf } from '#server/domain/books/visibility.rules'
import type { RowDriver } from '#server/domain/discover/discover.types'

/** The books with the most requests here. */
export const popular: RowDriver = {
  onlyNew: false,

  isFilled: async ({ local }, user) => (await local.popular(visibilityOf(user), 1)).length > 0,

  groups: async ({ local }, { user, limit }) => [
    { reason: null, books: await local.popular(visibilityOf(user), limit) },
  ],
}
