import { useInfiniteQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { KEYS } from '#client/app/query-keys'

/** A page past this one is never asked for: the catalogue repeats itself long before. */
const LAST_PAGE = 40
/** Pages without a book to show that are passed over before the list counts as over. */
const PASSED_OVER = 5

/** A page of books of the catalogue. */
export interface BookPage {
  items: RequestedBookDto[]
  /** Why these are earlier results, as the code of what went wrong with the catalogue; null where they are current. */
  stale: string | null
  /** Which page of the catalogue this is, counted from 0. */
  page: number
  /** Whether the next one may have results although this one is empty. */
  more: boolean
}

interface Asked<Page> {
  /** What tells this list from others. */
  key: string
  load: (page: number, signal: AbortSignal) => Promise<Page>
}

/** Books of the catalogue, page after page, each once. */
export function useBookPages<Page extends BookPage>(asked: () => Asked<Page>) {
  const query = useInfiniteQuery<Page, Error, number>(() => {
    const { key, load } = asked()
    return {
      key: [KEYS.search, key],
      initialPageParam: 0,
      query: ({ pageParam, signal }) => firstWithBooks((page) => load(page, signal), pageParam),
      getNextPageParam: (last, all) =>
        bringsNothingNew(last, all) || last.page >= LAST_PAGE ? null : last.page + 1,
      staleTime: 60_000,
    }
  })

  const pages = computed(() => query.data.value?.pages ?? [])
  return {
    ...query,
    books: computed(() => unique(pages.value.flatMap(({ items }) => items))),
    /** Whether the catalogue may have more than is ever asked for. */
    isCutOff: computed(() => !query.hasNextPage.value && isCutOff(pages.value.at(-1))),
    firstPage: computed(() => pages.value[0]),
    /** Why some of these are earlier results, as a code; null where all are current. */
    stale: computed(() => pages.value.find(({ stale }) => stale !== null)?.stale ?? null),
  }
}

/** What the headers of a page of books say. */
export function pageHeaders(headers: Headers): Pick<BookPage, 'stale' | 'more'> {
  return { stale: headers.get('x-catalogue-stale'), more: headers.get('x-catalogue-more') === 'true' }
}

/** Passes over some pages on which nothing is to be shown: they are not the end. */
async function firstWithBooks<Page extends BookPage>(
  load: (page: number) => Promise<Page>,
  from: number,
): Promise<Page> {
  let found = await load(from)
  while (found.items.length === 0 && found.more && found.page < from + PASSED_OVER) {
    found = await load(found.page + 1)
  }
  return found
}

/** A page may be short because something on it is no audiobook; only a page without news is the last. */
function bringsNothingNew(last: BookPage, all: BookPage[]): boolean {
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
