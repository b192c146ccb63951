import { useQuery, useQueryCache } from '@pinia/colada'
import type { DataState, QueryCache, UseInfiniteQueryData, UseQueryEntryFilter } from '@pinia/colada'
import { ref, toValue, type MaybeRefOrGetter, type Ref } from 'vue'
import type { BookDetailsDto, BookStatus, RequestedBookDto } from '#contract/books'
import type { ListRequestsQuery } from '#contract/requests'
import type { BookPage } from '#client/features/search/useBookPages'
import type { FoundSeries } from '#client/features/series/queries'
import { useApiQuery, useChange } from '#client/app/calls'
import { useHttp } from '#client/app/connection'
import type { Http } from '#client/app/http'
import { ProblemError } from '#client/app/problem'
import type { BodyOf } from '#client/app/operations'
import { KEYS, staleRequests, TOUCHED_BY } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import { othersCount, withdrawsAll } from './ownRequest'

export interface RequestsView {
  status: BookStatus | null
  q: string
  /** Only this person's requests; null for everyone's. */
  user: string | null
  /** Only books with stored releases. */
  withReleases?: boolean
  sort: ListRequestsQuery['sort']
  order: ListRequestsQuery['order']
  limit: number
  offset: number
}

interface RequestsPage {
  items: RequestedBookDto[]
  /** The number over all pages. */
  total: number
}

const LIST = [KEYS.requests, 'list'] as const
/** What shows the status of books. */
const BOOKS = staleRequests(KEYS.requests)

/** A page of requests for a view. The previous page stays while the next one loads. */
export function useRequests(view: MaybeRefOrGetter<RequestsView>) {
  const http = useHttp()
  return useQuery<RequestsPage>(() => {
    const { withReleases, ...rest } = toValue(view)
    const query = { ...rest, filter: withReleases ? ('with_releases' as const) : null }
    return {
      key: [...LIST, JSON.stringify(query)],
      query: async ({ signal }) => {
        const { data, headers } = await http.callWithHeaders('listRequests', { query, signal })
        return { items: data, total: Number(headers.get('x-total-count') ?? data.length) }
      },
      placeholderData: (before) => before,
    }
  })
}

/** Counts of the matching requests by status. */
export function useRequestCounts(view: MaybeRefOrGetter<Pick<RequestsView, 'q' | 'user'>>) {
  return useApiQuery('countRequests', () => {
    const { q, user } = toValue(view)
    return { key: [KEYS.requests, 'counts'], query: { q, user }, keepsPrevious: () => true }
  })
}

/** Decides on many books at once; returns the result for each. */
export function useManyRequests() {
  return useChange((call, body: BodyOf<'changeRequests'>) => call('changeRequests', { body }), ...BOOKS)
}

/** A view's filter, in the form that bulk changes accept. */
const matchingOf = ({ status, q, user }: Pick<RequestsView, 'status' | 'q' | 'user'>) => ({
  ...(status !== null && { status }),
  ...(q !== '' && { q }),
  ...(user !== null && { user }),
})

/** Everything a view matches, across pages: how many books, and changes to them in steps. */
export function useMatchingRequests() {
  const { call } = useHttp()
  const cache = useQueryCache()
  return {
    of: matchingOf,
    count: (view: Parameters<typeof matchingOf>[0]) =>
      call('countMatchingRequests', { query: matchingOf(view) }),
    change: (body: BodyOf<'changeMatchingRequests'>) => call('changeMatchingRequests', { body }),
    refetch: async () => {
      await Promise.all(BOOKS.map((key) => refetch(cache, { key })))
    },
  }
}

/** The path of the list's download, under the page's `<base>`. */
export function exportAddress({ sort, order, ...view }: RequestsView): string {
  const query = new URLSearchParams({ ...matchingOf(view), sort, order })
  return `${ROUTES.exportRequests[1].slice(1)}?${query.toString()}`
}

interface Context {
  http: Http
  cache: QueryCache
  item: MaybeRefOrGetter<RequestedBookDto>
  busy: Ref<boolean>
}

/** Requests and withdraws one book. Stays busy until the page shows the server's response, or the call fails. */
export function useBookRequest(item: MaybeRefOrGetter<RequestedBookDto>) {
  const context: Context = { http: useHttp(), cache: useQueryCache(), item, busy: ref(false) }

  return {
    busy: context.busy,
    /** Throws a ProblemError if the book cannot be requested. */
    request: () =>
      change(context, () => {
        // Whoever requests a book that the library has was asked, and wants another edition.
        const isThere = toValue(item).book.in_library !== null
        return create(context, isThere || undefined).catch(accepting('already_requested'))
      }),
    /** Searches again for an available book. Throws a ProblemError on failure. */
    requestAgain: () => change(context, () => create(context, true)),
    /** Throws a ProblemError if the request cannot be withdrawn. */
    withdraw: () => change(context, () => withdraw(context), withdrawn(toValue(item))),
  }
}

function create({ http, item }: Context, again?: boolean): Promise<RequestedBookDto> {
  const { asin, region } = toValue(item).book
  return http.call('createRequest', { params: { asin }, query: { region, again } })
}

async function withdraw({ http, item }: Context): Promise<null> {
  await http.call('deleteRequest', { params: { asin: toValue(item).book.asin } })
  return null
}

/** Accepts a refusal if another tab was first: what is refetched shows the right state for this person. */
function accepting(code: string) {
  return (error: unknown): null => {
    if (error instanceof ProblemError && error.code === code) return null
    throw error
  }
}

/**
 * @param act returns the book, or null if only what is refetched shows its new state
 * @param otherwise the book for what could not be refetched
 */
async function change(
  { cache, busy }: Context,
  act: () => Promise<RequestedBookDto | null>,
  otherwise?: RequestedBookDto,
): Promise<void> {
  busy.value = true
  try {
    const book = await act()
    if (book) put(cache, book)
    const refetched = refetchBooks(cache, ...(book ? [] : [KEYS.search])).then(() => {
      if (otherwise) put(cache, otherwise, ({ status }) => status === 'error')
    })
    // What shows the inbox and the calendar is not updated in place.
    const shown = [refetch(cache, { key: [KEYS.follow] }), ...(book ? [] : [refetched])]
    void Promise.all(shown).then(() => (busy.value = false))
  } catch (error) {
    busy.value = false
    // Refused because the book's state has changed, which is then shown.
    void refetchBooks(cache, KEYS.search, KEYS.follow)
    throw error
  }
}

/** The search, and the inbox and the calendar, are refetched only where they are not updated in place. */
async function refetchBooks(cache: QueryCache, ...more: string[]): Promise<void> {
  const others = TOUCHED_BY.requests.filter((key) => key !== KEYS.search && key !== KEYS.follow)
  const keys = [...more, ...others]
  await Promise.all(keys.map((key) => refetch(cache, { key: [key] })))
}

/** A book after a withdrawal, as far as this page can tell: only the server knows what may be done next. */
function withdrawn(item: RequestedBookDto): RequestedBookDto {
  const others = withdrawsAll(item)
    ? []
    : item.requests.filter(({ user_username }) => user_username !== item.username)
  const requester_count = withdrawsAll(item) ? 0 : othersCount(item)
  const status = requester_count === 0 ? null : item.book.status
  return { ...item, requests: others, requester_count, actions: [], book: { ...item.book, status } }
}

/**
 * Updates a book wherever a page shows it.
 * @param where only in these cached responses; in all by default
 */
function put(cache: QueryCache, next: RequestedBookDto, where = isFilled): void {
  const filled = (key: readonly string[]): UseQueryEntryFilter => ({
    key,
    predicate: ({ state }) => isFilled(state.value) && where(state.value),
  })
  const swap = <Item extends RequestedBookDto>(other: Item): Item =>
    other.book.asin === next.book.asin ? { ...other, ...next } : other
  cache.setQueriesData<UseInfiniteQueryData<BookPage, number>>(filled([KEYS.search]), (data) => ({
    pages: data?.pages.map((page) => ({ ...page, items: page.items.map(swap) })) ?? [],
    pageParams: data?.pageParams ?? [],
  }))
  cache.setQueriesData<RequestsPage>(filled(LIST), (data) => ({
    items: data?.items.map(swap) ?? [],
    total: data?.total ?? 0,
  }))
  cache.setQueriesData<FoundSeries>(filled([KEYS.series]), (data) => ({
    stale: data?.stale ?? null,
    series: data?.series.map((one) => ({ ...one, books: one.books.map(swap) })) ?? [],
  }))
  for (const { key } of cache.getEntries(filled([KEYS.books, next.book.asin]))) {
    const data = cache.getQueryData<BookDetailsDto>(key)
    if (data) cache.setQueryData(key, { ...data, ...next })
  }
}

/** Responses that are still loading must not be filled in here. */
function isFilled({ data }: DataState<unknown, unknown, unknown>): boolean {
  return data !== undefined
}
