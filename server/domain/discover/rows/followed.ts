import type { RowDriver } from '#server/domain/discover/discover.types'

const WHEN = ['out', 'coming'] as const

/** Books by people, or in series, that a person follows: recent and upcoming ones, taken in turn. */
export const followed: RowDriver = {
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
