import type { RequestedBookDto } from '#contract/books'
import type { getSuggestions, search } from '#contract/catalogue'
import type { Region } from '#contract/common'
import type { Http } from '#client/app/http'

/** How many results one page of a search holds. */
export const PAGE_SIZE = 24

export interface SearchInput {
  q: string
  region: Region
}

export interface SearchPage {
  items: RequestedBookDto[]
  /** Why these are earlier results, as the code of what went wrong with the catalogue; null where they are current. */
  stale: string | null
  /** Which page of the catalogue this is, counted from 0. */
  page: number
  /** Whether the next one may have results although this one is empty. */
  more: boolean
}

/** Calls to the catalogue of audiobooks. */
export function catalogueApi(http: Http) {
  return {
    /** @param page counts from 0 */
    async search({ q, region }: SearchInput, page: number, signal: AbortSignal): Promise<SearchPage> {
      const { data, headers } = await http.callWithHeaders<typeof search>({
        method: 'GET',
        path: '/api/search',
        query: { q, region, page: String(page), num_results: String(PAGE_SIZE) },
        signal,
      })
      return {
        items: data,
        stale: headers.get('x-catalogue-stale'),
        page,
        more: headers.get('x-catalogue-more') === 'true',
      }
    },
    suggestions: ({ q, region }: SearchInput, signal: AbortSignal) =>
      http.call<typeof getSuggestions>({
        method: 'GET',
        path: '/api/search/suggestions',
        query: { q, region },
        signal,
      }),
  }
}
