import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { useHttp } from '#client/app/connection'
import { pageHeaders, useBookPages, type BookPage } from './useBookPages'

/** Results per page. */
const PAGE_SIZE = 24

export interface SearchInput {
  q: string
  region: Region
  /** Whether to search for the words literally, even if they look like a link or a number. */
  exact: boolean
  sort: SearchSort
}

/** What a link, an ASIN or an ISBN led to; `words` are those in a link. */
const PASTED = ['book', 'words', 'nothing'] as const
type Pasted = (typeof PASTED)[number]

interface SearchPage extends BookPage {
  pasted: Pasted | null
  /** What was searched for instead of the given words. */
  words: string | null
  /** The catalogue's total; null if it does not say. */
  total: number | null
}

/** The results of a search, page by page, each book once. */
export function useSearch(input: MaybeRefOrGetter<SearchInput>) {
  const http = useHttp()

  async function load(search: SearchInput, page: number, signal: AbortSignal): Promise<SearchPage> {
    const words = page > 0 ? (pages.firstPage.value?.words ?? search.q) : search.q
    const { data, headers } = await http.callWithHeaders('search', {
      query: { ...search, q: words, page, num_results: PAGE_SIZE },
      signal,
    })
    return {
      items: data,
      page,
      ...pageHeaders(headers),
      pasted: PASTED.find((pasted) => pasted === headers.get('x-search-pasted')) ?? null,
      words: decoded(headers.get('x-search-words')),
      total: counted(headers.get('x-catalogue-total')),
    }
  }

  const pages = useBookPages<SearchPage>(() => {
    const search = toValue(input)
    return { key: JSON.stringify(search), load: (page, signal) => load(search, page, signal) }
  })
  return {
    ...pages,
    pasted: computed(() => pages.firstPage.value?.pasted ?? null),
    words: computed(() => pages.firstPage.value?.words ?? null),
    total: computed(() => pages.firstPage.value?.total ?? null),
  }
}

function counted(header: string | null): number | null {
  return header === null ? null : Number(header)
}

function decoded(header: string | null): string | null {
  return header === null ? null : decodeURIComponent(header)
}
