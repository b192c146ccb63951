import { toValue, type MaybeRefOrGetter } from 'vue'
import type { Region } from '#contract/common'
import type { Http } from '#client/app/http'
import { useAnswer, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/**
 * Everything known about one book.
 * @param book its region is where the catalogue is asked when nobody requested it; null: the person’s own.
 * @param wanted whether it is fetched at all.
 */
export function useBook(
  book: MaybeRefOrGetter<{ asin: string; region: Region | null }>,
  wanted: MaybeRefOrGetter<boolean> = true,
) {
  return useAnswer('getBook', () => {
    const { asin, region } = toValue(book)
    return { key: [KEYS.books, asin], params: { asin }, query: { region }, enabled: toValue(wanted) }
  })
}

/**
 * The items of the library that are a book or may be it.
 * @param sought its words are of the title of an item; empty for those that are likely.
 */
export function useLibraryItems(sought: MaybeRefOrGetter<{ asin: string; region: Region; words: string }>) {
  return useAnswer('listLibraryItems', () => {
    const { asin, region, words } = toValue(sought)
    return {
      key: [KEYS.books, 'library', asin],
      params: { asin },
      query: { region, ...(words.trim() !== '' && { q: words }) },
      stays: () => true,
    }
  })
}

/** Deciding something about a book; wherever it is shown, it is fetched again. */
export function useBookDecision() {
  return useChange(
    (call, decide: (call: Http['call']) => Promise<void>) => decide(call),
    [KEYS.requests],
    [KEYS.discover],
    [KEYS.search],
    [KEYS.series],
    [KEYS.books],
  )
}
