import type { BookStatus, RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import type {
  countRequests,
  createRequest,
  deleteRequest,
  listRequests,
  ListRequestsQuery,
} from '#contract/requests'
import type { Http } from './http'

export interface RequestsView {
  status: BookStatus | null
  q: string
  sort: ListRequestsQuery['sort']
  order: ListRequestsQuery['order']
  limit: number
  offset: number
}

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
          ...(view.q ? { q: view.q } : {}),
        },
        signal,
      })
      return { items: data, total: Number(headers.get('x-total-count') ?? data.length) }
    },
    counts: (signal: AbortSignal) =>
      http.call<typeof countRequests>({ method: 'GET', path: '/api/requests/counts', signal }),
    create: (asin: string, region: Region) =>
      http.call<typeof createRequest>({
        method: 'POST',
        path: '/api/requests/{asin}',
        params: { asin },
        query: { region },
      }),
    withdraw: (asin: string) =>
      http.callForNothing<typeof deleteRequest>({
        method: 'DELETE',
        path: '/api/requests/{asin}',
        params: { asin },
      }),
  }
}
