import type { getSuggestions, search } from '#contract/catalogue'
import type { Region } from '#contract/common'
import type { Http } from './http'

/** How many results one page of a search holds. */
export const PAGE_SIZE = 24

export interface SearchInput {
  q: string
  region: Region
}

/** Calls to the catalogue of audiobooks. */
export function catalogueApi(http: Http) {
  return {
    /** @param page counts from 0 */
    search: ({ q, region }: SearchInput, page: number, signal: AbortSignal) =>
      http.call<typeof search>({
        method: 'GET',
        path: '/api/search',
        query: { q, region, page: String(page), num_results: String(PAGE_SIZE) },
        signal,
      }),
    suggestions: ({ q, region }: SearchInput, signal: AbortSignal) =>
      http.call<typeof getSuggestions>({
        method: 'GET',
        path: '/api/search/suggestions',
        query: { q, region },
        signal,
      }),
  }
}
