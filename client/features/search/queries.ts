import { useInfiniteQuery } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { computed, toValue } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import type { SearchInput, SearchPage } from './calls'
import { catalogueApi } from './calls'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'

/** A page past this one is never asked for: the catalogue repeats itself long before. */
const LAST_PAGE = 40
/** Pages without an audiobook that are passed over before the search counts as over. */
const PASSED_OVER = 5

/** The results of a search, page after page, each book once. */
export function useSearch(input: MaybeRefOrGetter<SearchInput>) {
  const api = catalogueApi(useHttp())
  const query = useInfiniteQuery<SearchPage, Error, number>(() => {
    const { q, region } = toValue(input)
    return {
      key: [KEYS.search, region, q],
      initialPageParam: 0,
      query: ({ pageParam, signal }) =>
        firstWithBooks((page) => api.search({ q, region }, page, signal), pageParam),
      getNextPageParam: (last, all) =>
        bringsNothingNew(last, all) || last.page >= LAST_PAGE ? null : last.page + 1,
      staleTime: 60_000,
    }
  })

  const pages = computed(() => query.data.value?.pages ?? [])
  return {
    ...query,
    books: computed(() => unique(pages.value.flatMap(({ items }) => items))),
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
