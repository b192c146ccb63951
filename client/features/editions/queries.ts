import { toValue, type MaybeRefOrGetter } from 'vue'
import type { BookDto } from '#contract/books'
import { useApiQuery } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** The editions of a book's work. @param wanted whether to fetch them. */
export function useEditions(book: MaybeRefOrGetter<BookDto>, wanted: MaybeRefOrGetter<boolean>) {
  return useApiQuery('listEditions', () => {
    const { asin, region } = toValue(book)
    return {
      key: [KEYS.books, 'editions', asin, region],
      params: { asin },
      query: { region },
      enabled: toValue(wanted),
    }
  })
}
