import type { getBook } from '#contract/books'
import type { Region } from '#contract/common'
import type {
  approveRequest,
  autoDownload,
  confirmGrab,
  declineRequest,
  markArrived,
  markDownloaded,
  markFailed,
  retryRequest,
  revertRequest,
  stopRequest,
} from '#contract/fulfilment'
import type { Http } from '#client/app/http'

/** Calls about one book: what is known of it, and what people decide about it. */
export function booksApi(http: Http) {
  return {
    /** @param region where the catalogue is asked when nobody requested the book; null: the person's own. */
    book: (asin: string, region: Region | null, signal: AbortSignal) =>
      http.call<typeof getBook>({
        method: 'GET',
        path: '/api/books/{asin}',
        params: { asin },
        query: region === null ? {} : { region },
        signal,
      }),
    approve: (asin: string, username: string) =>
      http.callForNothing<typeof approveRequest>({
        method: 'POST',
        path: '/api/requests/{asin}/approve',
        params: { asin },
        body: { username },
      }),
    decline: (asin: string, username: string, reason: string) =>
      http.callForNothing<typeof declineRequest>({
        method: 'POST',
        path: '/api/requests/{asin}/decline',
        params: { asin },
        body: { username, ...(reason === '' ? {} : { reason }) },
      }),
    markDownloaded: (asin: string) =>
      http.callForNothing<typeof markDownloaded>({
        method: 'PATCH',
        path: '/api/requests/{asin}/downloaded',
        params: { asin },
      }),
    markArrived: (asin: string) =>
      http.callForNothing<typeof markArrived>({
        method: 'POST',
        path: '/api/requests/{asin}/arrived',
        params: { asin },
      }),
    markFailed: (asin: string) =>
      http.callForNothing<typeof markFailed>({
        method: 'POST',
        path: '/api/requests/{asin}/failed',
        params: { asin },
        body: {},
      }),
    revert: (asin: string) =>
      http.callForNothing<typeof revertRequest>({
        method: 'POST',
        path: '/api/requests/{asin}/revert',
        params: { asin },
      }),
    retry: (asin: string) =>
      http.callForNothing<typeof retryRequest>({
        method: 'POST',
        path: '/api/requests/{asin}/retry',
        params: { asin },
        body: {},
      }),
    stop: (asin: string) =>
      http.callForNothing<typeof stopRequest>({
        method: 'POST',
        path: '/api/requests/{asin}/stop',
        params: { asin },
      }),
    autoDownload: (asin: string) =>
      http.callForNothing<typeof autoDownload>({
        method: 'POST',
        path: '/api/requests/{asin}/auto-download',
        params: { asin },
      }),
    confirmGrab: (asin: string, grabbed: boolean) =>
      http.callForNothing<typeof confirmGrab>({
        method: 'POST',
        path: '/api/requests/{asin}/confirm-grab',
        params: { asin },
        body: { grabbed },
      }),
  }
}

export type BooksApi = ReturnType<typeof booksApi>
