import type { RowDriver } from '#server/domain/discover/discover.types'

/** The latest books in the library. */
export const added: RowDriver = {
  onlyNew: false,

  isFilled: async ({ newestBooks }) => (await newestBooks('us', 1)).length > 0,

  groups: async ({ newestBooks }, { region, limit }) => [
    { reason: null, books: await newestBooks(region, limit) },
  ],
}
