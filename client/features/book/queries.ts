import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { Region } from '#contract/common'
import type { Http } from '#client/app/http'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/**
 * Everything known about one book.
 * @param book its region is where the catalogue is asked when nobody requested it; null: the person’s own.
 * @param wanted whether it is fetched at all.
 */
export function useBook(
  book: MaybeRefOrGetter<{ asin: string; region: Region | null }>,
  wanted: MaybeRefOrGetter<boolean> = true,
) {
  const http = useHttp()
  return useQuery(() => {
    const { asin, region } = toValue(book)
    return {
      key: [KEYS.books, asin, region],
      enabled: toValue(wanted),
      query: ({ signal }) => http.call('getBook', { params: { asin }, query: { region }, signal }),
    }
  })
}

/** Deciding something about a book; wherever it is shown, it is fetched again. */
export function useBookDecision() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (decide: (call: Http['call']) => Promise<void>) => decide(http.call),
    onSettled: async () => {
      void refetch(cache, { key: [KEYS.requests] })
      void refetch(cache, { key: [KEYS.search] })
      await refetch(cache, { key: [KEYS.books] })
    },
  })
}
