import type {
  blockRelease,
  downloadRelease,
  listReleaseSearches,
  listSources,
  OfferedReleaseDto,
  refreshSources,
  unblockRelease,
} from '#contract/fulfilment'
import type { Http } from '#client/app/http'

/** Calls about the releases that indexers offer for a book. */
export function releasesApi(http: Http) {
  return {
    /** @param searchId a former search, or null for the newest one. */
    sources: (asin: string, searchId: string | null, signal: AbortSignal) =>
      http.call<typeof listSources>({
        method: 'GET',
        path: '/api/requests/{asin}/sources',
        params: { asin },
        query: searchId === null ? {} : { search_id: searchId },
        signal,
      }),
    searches: (asin: string, signal: AbortSignal) =>
      http.call<typeof listReleaseSearches>({
        method: 'GET',
        path: '/api/requests/{asin}/searches',
        params: { asin },
        signal,
      }),
    /** Begins a search unless a fresh one is kept. */
    search: (asin: string) =>
      http.callForNothing<typeof refreshSources>({
        method: 'POST',
        path: '/api/requests/{asin}/refresh',
        params: { asin },
        query: {},
      }),
    searchAgain: (asin: string) =>
      http.callForNothing<typeof refreshSources>({
        method: 'POST',
        path: '/api/requests/{asin}/refresh',
        params: { asin },
        query: { force_refresh: 'true' },
      }),
    grab: (asin: string, { guid, indexer_id }: OfferedReleaseDto) =>
      http.callForNothing<typeof downloadRelease>({
        method: 'POST',
        path: '/api/requests/{asin}/download',
        params: { asin },
        body: { guid, indexer_id },
      }),
    block: (asin: string, { guid, indexer_id, title }: OfferedReleaseDto) =>
      http.callForNothing<typeof blockRelease>({
        method: 'POST',
        path: '/api/requests/{asin}/blocklist',
        params: { asin },
        body: { guid, indexer_id, title: title.slice(0, 1000) },
      }),
    unblock: (asin: string, { guid, indexer_id }: OfferedReleaseDto) =>
      http.callForNothing<typeof unblockRelease>({
        method: 'DELETE',
        path: '/api/requests/{asin}/blocklist',
        params: { asin },
        body: { guid, indexer_id },
      }),
  }
}
