import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { BookStatus } from '#contract/books'
import type { RequestsView } from './queries'

/** How many requests are on one page. */
export const PER_PAGE = 24

type Sort = RequestsView['sort']
type Order = RequestsView['order']

/** In the order a request goes through them; the type makes a forgotten one fail to compile. */
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

/** The order a list starts in, by what it is sorted by: newest and most wanted first, names from A. */
const FIRST_ORDER = {
  date: 'desc',
  title: 'asc',
  author: 'asc',
  release: 'desc',
  requesters: 'desc',
} as const satisfies Record<Sort, Order>

const isStatus = (value: unknown): value is BookStatus =>
  typeof value === 'string' && Object.hasOwn(STATUS_ORDER, value)
const isSort = (value: unknown): value is Sort =>
  typeof value === 'string' && Object.hasOwn(FIRST_ORDER, value)

export const STATUSES: readonly BookStatus[] = Object.keys(STATUS_ORDER).filter(isStatus)
export const SORTS: readonly Sort[] = Object.keys(FIRST_ORDER).filter(isSort)

/** The list of requests as the address says it, so that every view of it can be linked to. */
export function useRequestsRoute() {
  const route = useRoute()
  const router = useRouter()

  const status = computed(() => (isStatus(route.query['status']) ? route.query['status'] : null))
  const q = computed(() => (typeof route.query['q'] === 'string' ? route.query['q'].slice(0, 200) : ''))
  const user = computed(() => {
    const asked = route.query['user']
    return typeof asked === 'string' && asked !== '' ? asked.slice(0, 100) : null
  })
  const sort = computed(() => (isSort(route.query['sort']) ? route.query['sort'] : 'date'))
  const order = computed<Order>(() => {
    const asked = route.query['order']
    return asked === 'asc' || asked === 'desc' ? asked : FIRST_ORDER[sort.value]
  })
  /** Counts from 1. */
  const page = computed(() => {
    const asked = Number(route.query['page'])
    return Number.isInteger(asked) && asked > 0 && asked < 10_000 ? asked : 1
  })
  const view = computed<RequestsView>(() => ({
    status: status.value,
    q: q.value.trim(),
    user: user.value,
    sort: sort.value,
    order: order.value,
    limit: PER_PAGE,
    offset: (page.value - 1) * PER_PAGE,
  }))

  /** What is as it starts is left out of the address. */
  function change(
    to: Partial<{
      status: BookStatus | null
      q: string
      user: string | null
      sort: Sort
      order: Order
      page: number
    }>,
  ) {
    const now = { status: status.value, q: q.value, user: user.value, sort: sort.value, order: order.value }
    const next = { ...now, page: 1, ...to }
    return router.replace({
      name: 'requests',
      query: {
        ...(next.status ? { status: next.status } : {}),
        ...(next.q ? { q: next.q } : {}),
        ...(next.user === null ? {} : { user: next.user }),
        ...(next.sort === 'date' ? {} : { sort: next.sort }),
        ...(next.order === FIRST_ORDER[next.sort] ? {} : { order: next.order }),
        ...(next.page > 1 ? { page: String(next.page) } : {}),
      },
    })
  }

  return {
    status,
    q,
    user,
    sort,
    order,
    page,
    view,
    change,
    sortBy: (by: Sort) => change({ sort: by, order: FIRST_ORDER[by] }),
    turn: () => change({ order: order.value === 'asc' ? 'desc' : 'asc' }),
    showAll: () => change({ status: null, q: '', user: null }),
  }
}
