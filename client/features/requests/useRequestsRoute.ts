import { computed } from 'vue'
import type { BookStatus } from '#contract/books'
import { keysOf } from '#client/app/keysOf'
import type { RequestsView } from './queries'
import { usePagedRoute } from '#client/ui/usePagedRoute'

/** Requests per page. */
export const PER_PAGE = 24

type Sort = RequestsView['sort']
type Order = RequestsView['order']

/** In the order of a request's life; a missing one fails to compile. */
const STATUS_ORDER = {
  waiting_for_approval: 0,
  waiting: 1,
  searching: 2,
  not_found: 3,
  grab_unconfirmed: 4,
  grabbed: 5,
  downloading: 6,
  available: 7,
  failed: 8,
  declined: 9,
} satisfies Record<BookStatus, number>

/** The initial direction of each sort order: newest and most requested first, names from A. */
const FIRST_ORDER = {
  date: 'desc',
  title: 'asc',
  author: 'asc',
  release: 'desc',
  requesters: 'desc',
} as const satisfies Record<Sort, Order>

const { isKey: isStatus, keys: statuses } = keysOf(STATUS_ORDER)
const { isKey: isSort, keys: sorts } = keysOf(FIRST_ORDER)
export const STATUSES = statuses
export const SORTS = sorts

/** The view of the list in the address, so that every view can be linked to. */
export function useRequestsRoute() {
  const address = usePagedRoute(['status', 'q', 'user', 'sort', 'order'], PER_PAGE)
  const { filter, page } = address

  const filters = computed(() => {
    const [status, sort, order] = [filter('status'), filter('sort'), filter('order')]
    const sortedBy = isSort(sort) ? sort : 'date'
    return {
      status: isStatus(status) ? status : null,
      q: filter('q', 200),
      user: filter('user') || null,
      sort: sortedBy,
      order: order === 'asc' || order === 'desc' ? order : FIRST_ORDER[sortedBy],
    }
  })
  const view = computed<RequestsView>(() => ({
    ...filters.value,
    q: filters.value.q.trim(),
    ...address.view.value,
  }))

  /** Defaults are omitted from the address. */
  function change({ page, ...to }: Partial<Omit<RequestsView, 'limit' | 'offset'>> & { page?: number }) {
    const { status, q, user, sort, order } = { ...filters.value, ...to }
    return address.change({
      filters: {
        status: status ?? '',
        q,
        user: user ?? '',
        sort: sort === 'date' ? '' : sort,
        order: order === FIRST_ORDER[sort] ? '' : order,
      },
      ...(page && { page }),
    })
  }

  return {
    status: computed(() => filters.value.status),
    q: computed(() => filters.value.q),
    user: computed(() => filters.value.user),
    sort: computed(() => filters.value.sort),
    order: computed(() => filters.value.order),
    page,
    view,
    change,
    sortBy: (by: Sort) => change({ sort: by, order: FIRST_ORDER[by] }),
    turn: () => change({ order: filters.value.order === 'asc' ? 'desc' : 'asc' }),
    showAll: () => change({ status: null, q: '', user: null }),
  }
}
