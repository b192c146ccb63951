import type { BookStatus, RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import type {
  countRequests,
  createRequest,
  deleteRequest,
  listRequests,
  ListRequestsQuery,
} from '#contract/requests'
import type { bulkBody, changeRequests } from '#contract/fulfilment'
import type { z } from 'zod'
import type { AnswerOf, Http } from '#client/app/http'

export interface RequestsView {
  status: BookStatus | null
  q: string
  /** Only what this person asked for; null: everybody. */
  user: string | null
  /** Only books for which releases are kept that a search has found. */
  withReleases?: boolean
  sort: ListRequestsQuery['sort']
  order: ListRequestsQuery['order']
  limit: number
  offset: number
}

export type CountsDto = AnswerOf<typeof countRequests>
export type ManyChange = z.input<typeof bulkBody>

export interface RequestsPage {
  items: RequestedBookDto[]
  /** Without paging. */
  total: number
}

/** Calls about what people asked for. */
export function requestsApi(http: Http) {
  return {
    async list(view: RequestsView, signal: AbortSignal): Promise<RequestsPage> {
      const { data, headers } = await http.callWithHeaders<typeof listRequests>({
        method: 'GET',
        path: '/api/requests',
        query: {
          sort: view.sort,
          order: view.order,
          limit: String(view.limit),
          offset: String(view.offset),
          ...(view.status ? { status: view.status } : {}),
          ...(view.withReleases ? { filter: 'with_releases' } : {}),
          ...(view.q ? { q: view.q } : {}),
          ...(view.user === null ? {} : { user: view.user }),
        },
        signal,
      })
      return { items: data, total: Number(headers.get('x-total-count') ?? data.length) }
    },
    counts: ({ q, user }: Pick<RequestsView, 'q' | 'user'>, signal: AbortSignal) =>
      http.call<typeof countRequests>({
        method: 'GET',
        path: '/api/requests/counts',
        query: { ...(q ? { q } : {}), ...(user === null ? {} : { user }) },
        signal,
      }),
    changeMany: (body: ManyChange) =>
      http.call<typeof changeRequests>({ method: 'POST', path: '/api/requests/bulk', body }),
    /** @param options.again looked for anew although it is in the library, for administrators. */
    create: (asin: string, region: Region, { again = false } = {}) =>
      http.call<typeof createRequest>({
        method: 'POST',
        path: '/api/requests/{asin}',
        params: { asin },
        query: { region, ...(again && { again: 'true' }) },
      }),
    withdraw: (asin: string) =>
      http.callForNothing<typeof deleteRequest>({
        method: 'DELETE',
        path: '/api/requests/{asin}',
        params: { asin },
      }),
  }
}
