import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import type { Region } from '#contract/common'
import type { BooksApi } from './calls'
import { booksApi } from './calls'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/**
 * Everything known about one book.
 * @param wanted whether it is fetched at all.
 */
export function useBook(
  book: MaybeRefOrGetter<{ asin: string; region: Region | null }>,
  wanted: MaybeRefOrGetter<boolean> = true,
) {
  const api = booksApi(useHttp())
  return useQuery(() => {
    const { asin, region } = toValue(book)
    return {
      key: [KEYS.books, asin, region],
      enabled: toValue(wanted),
      query: ({ signal }) => api.book(asin, region, signal),
    }
  })
}

/** Deciding something about a book; wherever it is shown, it is fetched again. */
export function useBookDecision() {
  const api = booksApi(useHttp())
  const cache = useQueryCache()
  return useMutation({
    mutation: (decide: (api: BooksApi) => Promise<void>) => decide(api),
    onSettled: async () => {
      void refetch(cache, { key: [KEYS.requests] })
      void refetch(cache, { key: [KEYS.search] })
      await refetch(cache, { key: [KEYS.books] })
    },
  })
}
