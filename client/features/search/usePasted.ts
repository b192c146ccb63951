import { computed, watchEffect } from 'vue'
import { useRouter } from 'vue-router'
import { bookRoute } from '#client/app/bookRoute'
import type { SearchInput, useSearch } from './queries'
import { useRecentSearches } from './useRecentSearches'
import { useSearchRoute } from './useSearchRoute'

/** Goes where a pasted link leads, to its book or to a search for its words; remembers other searches. */
export function usePasted(
  search: () => SearchInput,
  {
    books,
    pasted,
    words,
    status,
  }: Pick<ReturnType<typeof useSearch>, 'books' | 'pasted' | 'words' | 'status'>,
) {
  const router = useRouter()
  const { add } = useRecentSearches()
  const { continueWith } = useSearchRoute()
  /** The book that a link refers to, shown instead of this page. */
  const book = computed(() => (pasted.value === 'book' ? books.value[0]?.book : undefined))
  const title = computed(() => (pasted.value === 'words' && words.value !== search().q ? words.value : null))
  /** The corrected spelling of the results, if the typed words find nothing. */
  const correction = computed(() => (pasted.value === null ? words.value : null))

  watchEffect(() => {
    if (book.value) void router.replace(bookRoute(book.value))
    else if (title.value !== null)
      void continueWith(title.value, books.value[0]?.book.region ?? search().region)
    else if (status.value === 'success' && pasted.value !== 'nothing') add(correction.value ?? search().q)
  })
  return { correction, leadsElsewhere: computed(() => book.value !== undefined || title.value !== null) }
}
