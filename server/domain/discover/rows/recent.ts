import { visibilityOf } from '#server/domain/books/visibility.rules'
import type { RowDriver } from '#server/domain/discover/discover.types'

/** The books that people here requested most recently. */
export const recent: RowDriver = {
  onlyNew: false,

  isFilled: async ({ local }, user) => (await local.recent(visibilityOf(user), 1)).length > 0,

  groups: async ({ local }, { user, limit }) => [
    { reason: null, books: await local.recent(visibilityOf(user), limit) },
  ],
}
