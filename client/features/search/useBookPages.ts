import { useInfiniteQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { KEYS } from '#client/app/query-keys'

/** The last page ever requested: the catalogue repeats itself long before. */
const LAST_PAGE = 40
/** Maximum pages without a visible book to skip before the list counts as finished. */
const MAX_EMPTY_PAGES = 5

/** A page of catalogue books. */
export interface BookPage {
  items: RequestedBookDto[]
  /** The error code that made these results stale; null if they are current. */
  stale: string | null
  /** The catalogue's page number, counted from 0. */
  page: number
  /** Whether the next page may have results although this one is empty. */
  more: boolean
}

interface BookList<Page> {
  /** The unique key of this list. */
  key: string
  load: (page: number, signal: AbortSignal) => Promise<Page>
}

/** Catalogue books, page by page, each once. */
export function useBookPages<Page extends BookPage>(list: () => BookList<Page>) {
  const query = useInfiniteQuery<Page, Error, number>(() => {
    const { key, load } = list()
    return {
      key: [KEYS.search, key],
      initialPageParam: 0,
      query: ({ pageParam, signal }) => firstWithBooks((page) => load(page, signal), pageParam),
      getNextPageParam: (last, all) =>
        hasNothingNew(last, all) || last.page >= LAST_PAGE ? null : last.page + 1,
      staleTime: 60_000,
    }
  })

  const pages = computed(() => query.data.value?.pages ?? [])
  return {
    ...query,
    books: computed(() => unique(pages.value.flatMap(({ items }) => items))),
    /** Whether the catalogue may have more than is ever requested. */
    isCutOff: computed(() => !query.hasNextPage.value && isCutOff(pages.value.at(-1))),
    firstPage: computed(() => pages.value[0]),
    /** The error code that made some of these stale; null if all are current. */
    stale: computed(() => pages.value.find(({ stale }) => stale !== null)?.stale ?? null),
  }
}

/** The headers of a page of books. */
export function pageHeaders(headers: Headers): Pick<BookPage, 'stale' | 'more'> {
  return { stale: headers.get('x-catalogue-stale'), more: headers.get('x-catalogue-more') === 'true' }
}

/** Skips some pages without visible books, because they are not the end. */
async function firstWithBooks<Page extends BookPage>(
  load: (page: number) => Promise<Page>,
  from: number,
): Promise<Page> {
  let found = await load(from)
  while (found.items.length === 0 && found.more && found.page < from + MAX_EMPTY_PAGES) {
    found = await load(found.page + 1)
  }
  return found
}

/**
 * A page may be short because it contains something other than audiobooks; only a page without new books is the last.
 */
function hasNothingNew(last: BookPage, all: BookPage[]): boolean {
  const before = new Set(
    all.filter((page) => page !== last).flatMap(({ items }) => items.map(({ book }) => book.asin)),
  )
  return last.items.every(({ book }) => before.has(book.asin))
}

function isCutOff(last: BookPage | undefined): boolean {
  return last?.more === true && (last.items.length === 0 || last.page >= LAST_PAGE)
}

function unique(items: RequestedBookDto[]): RequestedBookDto[] {
  return [...new Map(items.map((item) => [item.book.asin, item])).values()]
}
