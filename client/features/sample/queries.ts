import { toValue, type MaybeRefOrGetter } from 'vue'
import type { BookDto } from '#contract/books'
import { useApiQuery } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** Whether a book has a sample; nothing in the app changes that. */
export function useSample(book: MaybeRefOrGetter<BookDto>) {
  return useApiQuery('getSample', () => {
    const { asin, region, hand_made } = toValue(book)
    return {
      key: [KEYS.samples, asin, region],
      params: { asin },
      query: { region },
      enabled: !hand_made,
      staleTime: Infinity,
    }
  })
}
