import { toValue, type MaybeRefOrGetter } from 'vue'
import type { BookDto } from '#contract/books'
import { useAnswer } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** The editions of the work that a book is one of. @param wanted whether they are fetched at all. */
export function useEditions(book: MaybeRefOrGetter<BookDto>, wanted: MaybeRefOrGetter<boolean>) {
  return useAnswer('listEditions', () => {
    const { asin, region } = toValue(book)
    return {
      key: [KEYS.books, 'editions', asin, region],
      params: { asin },
      query: { region },
      enabled: toValue(wanted),
    }
  })
}
