import { toValue, type MaybeRefOrGetter } from 'vue'
import type { Region } from '#contract/common'
import { useApiQuery } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/**
 * Everything about one book.
 * @param book its region is the catalogue to query if no one has requested it; null for the person’s own.
 * @param wanted whether to fetch it.
 */
export function useBook(
  book: MaybeRefOrGetter<{ asin: string; region: Region | null }>,
  wanted: MaybeRefOrGetter<boolean> = true,
) {
  return useApiQuery('getBook', () => {
    const { asin, region } = toValue(book)
    return { key: [KEYS.books, asin], params: { asin }, query: { region }, enabled: toValue(wanted) }
  })
}

/**
 * The library items that are, or may be, a book.
 * @param sought words of an item's title; empty for the likely items.
 */
export function useLibraryItems(sought: MaybeRefOrGetter<{ asin: string; region: Region; words: string }>) {
  return useApiQuery('listLibraryItems', () => {
    const { asin, region, words } = toValue(sought)
    return {
      key: [KEYS.books, 'library', asin],
      params: { asin },
      query: { region, ...(words.trim() !== '' && { q: words }) },
      keepsPrevious: () => true,
    }
  })
}
