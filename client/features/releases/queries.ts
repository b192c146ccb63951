import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import type { OfferedReleaseDto } from '#contract/fulfilment'
import { useHttp } from '#client/app/connection'
import { releasesApi } from './calls'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** What the indexers offer for a book; what arrives later is told by the live stream. */
export function useSources(wanted: MaybeRefOrGetter<{ asin: string; searchId: string | null }>) {
  const api = releasesApi(useHttp())
  return useQuery(() => {
    const { asin, searchId } = toValue(wanted)
    return {
      key: [KEYS.releases, asin, 'sources', searchId],
      query: ({ signal }) => api.sources(asin, searchId, signal),
    }
  })
}

/** The searches that were made for a book, newest first. */
export function useReleaseSearches(asin: MaybeRefOrGetter<string>) {
  const api = releasesApi(useHttp())
  return useQuery(() => ({
    key: [KEYS.releases, toValue(asin), 'searches'],
    query: ({ signal }) => api.searches(toValue(asin), signal),
  }))
}

/** What an administrator does about the releases of a book. */
export function useReleaseChanges(asin: MaybeRefOrGetter<string>) {
  const api = releasesApi(useHttp())
  const cache = useQueryCache()
  const changed = async () => {
    for (const key of [KEYS.books, KEYS.requests, KEYS.search]) void refetch(cache, { key: [key] })
    await refetch(cache, { key: [KEYS.releases] })
  }
  const change = (act: (release: OfferedReleaseDto) => Promise<void>) =>
    useMutation({ mutation: act, onSettled: changed })

  return {
    search: useMutation({ mutation: () => api.search(toValue(asin)), onSettled: changed }),
    searchAgain: useMutation({ mutation: () => api.searchAgain(toValue(asin)), onSettled: changed }),
    grab: change((release) => api.grab(toValue(asin), release)),
    block: change((release) => api.block(toValue(asin), release)),
    unblock: change((release) => api.unblock(toValue(asin), release)),
  }
}
