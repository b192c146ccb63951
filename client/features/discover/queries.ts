import { toValue, type MaybeRefOrGetter } from 'vue'
import type { BookDto } from '#contract/books'
import type { DiscoverRowDto } from '#contract/discover'
import { useApiQuery } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** Books per row: a few screens full. */
const ROW_LIMIT = 24
/** Milliseconds for which a row is shown from the cache. */
const STALE_TIME = 60_000

/** The rows of the page, in order. */
export function useDiscover() {
  return useApiQuery('getDiscover', () => ({ key: [KEYS.discover], staleTime: STALE_TIME }))
}

/** The books of one row. @param wanted whether to fetch them. */
export function useRow(row: MaybeRefOrGetter<DiscoverRowDto>, wanted: MaybeRefOrGetter<boolean>) {
  return useApiQuery('getRecommendations', () => {
    const { row: kind, category } = toValue(row)
    return {
      key: [KEYS.discover, kind],
      params: { row: kind },
      query: { limit: ROW_LIMIT, category: category?.id ?? null, region: category?.region ?? null },
      enabled: toValue(wanted),
      staleTime: STALE_TIME,
    }
  })
}

/** Similar books. @param wanted whether to fetch them. */
export function useSimilar(book: MaybeRefOrGetter<BookDto>, wanted: MaybeRefOrGetter<boolean>) {
  return useApiQuery('listSimilarBooks', () => {
    const { asin, region } = toValue(book)
    return {
      key: [KEYS.discover, 'similar', asin],
      params: { asin },
      query: { limit: ROW_LIMIT, region },
      enabled: toValue(wanted),
      staleTime: STALE_TIME,
    }
  })
}
