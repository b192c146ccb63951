import { useInfiniteQuery } from '@pinia/colada'
import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'

/** How many results one page of a search holds. */
const PAGE_SIZE = 24
/** A page past this one is never asked for: the catalogue repeats itself long before. */
const LAST_PAGE = 40
/** Pages without an audiobook that are passed over before the search counts as over. */
const PASSED_OVER = 5

export interface SearchInput {
  q: string
  region: Region
  /** Whether the words are searched for as they stand, also where they look like a link or a number. */
  exact: boolean
}

/** What a link, an ASIN or an ISBN led to; `words` are those that a link names. */
const PASTED = ['book', 'words', 'nothing'] as const
type Pasted = (typeof PASTED)[number]

export interface SearchPage {
  items: RequestedBookDto[]
  /** Why these are earlier results, as the code of what went wrong with the catalogue; null where they are current. */
  stale: string | null
  /** Which page of the catalogue this is, counted from 0. */
  page: number
  /** Whether the next one may have results although this one is empty. */
  more: boolean
  pasted: Pasted | null
  /** What was searched for in place of the words asked. */
  words: string | null
}

/** The results of a search, page after page, each book once. */
export function useSearch(input: MaybeRefOrGetter<SearchInput>) {
  const http = useHttp()

  async function load(asked: SearchInput, page: number, signal: AbortSignal): Promise<SearchPage> {
    const { data, headers } = await http.callWithHeaders('search', {
      query: { ...asked, page, num_results: PAGE_SIZE },
      signal,
    })
    return {
      items: data,
      stale: headers.get('x-catalogue-stale'),
      page,
      more: headers.get('x-catalogue-more') === 'true',
      pasted: PASTED.find((pasted) => pasted === headers.get('x-search-pasted')) ?? null,
      words: decoded(headers.get('x-search-words')),
    }
  }

  const query = useInfiniteQuery<SearchPage, Error, number>(() => {
    const asked = toValue(input)
    return {
      key: [KEYS.search, JSON.stringify(asked)],
      initialPageParam: 0,
      query: ({ pageParam, signal }) => firstWithBooks((page) => load(asked, page, signal), pageParam),
      getNextPageParam: (last, all) =>
        bringsNothingNew(last, all) || last.page >= LAST_PAGE ? null : last.page + 1,
      staleTime: 60_000,
    }
  })

  const pages = computed(() => query.data.value?.pages ?? [])
  const first = computed(() => pages.value[0])
  return {
    ...query,
    books: computed(() => unique(pages.value.flatMap(({ items }) => items))),
    pasted: computed(() => first.value?.pasted ?? null),
    words: computed(() => first.value?.words ?? null),
    /** Why some of these are earlier results, as a code; null where all are current. */
    stale: computed(() => pages.value.find(({ stale }) => stale !== null)?.stale ?? null),
  }
}

/** Passes over some pages on which nothing is an audiobook: they are not the end. */
async function firstWithBooks(
  load: (page: number) => Promise<SearchPage>,
  from: number,
): Promise<SearchPage> {
  let found = await load(from)
  while (found.items.length === 0 && found.more && found.page < from + PASSED_OVER) {
    found = await load(found.page + 1)
  }
  return found
}

/** A page may be short because something on it is no audiobook; only a page without news is the last. */
function bringsNothingNew(last: SearchPage, all: SearchPage[]): boolean {
  const before = new Set(
    all.filter((page) => page !== last).flatMap(({ items }) => items.map(({ book }) => book.asin)),
  )
  return last.items.every(({ book }) => before.has(book.asin))
}

function unique(items: RequestedBookDto[]): RequestedBookDto[] {
  return [...new Map(items.map((item) => [item.book.asin, item])).values()]
}

function decoded(header: string | null): string | null {
  return header === null ? null : decodeURIComponent(header)
}
