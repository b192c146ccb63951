import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { OfferedReleaseDto } from '#contract/fulfilment'
import type { BlockReason } from '#contract/judged-pairs'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** What the indexers offer for a book; what arrives later is told by the live stream. */
export function useSources(wanted: MaybeRefOrGetter<{ asin: string; searchId: string | null }>) {
  const http = useHttp()
  return useQuery(() => {
    const { asin, searchId } = toValue(wanted)
    return {
      key: [KEYS.releases, asin, 'sources', searchId],
      query: ({ signal }) =>
        http.call('listSources', { params: { asin }, query: { search_id: searchId }, signal }),
    }
  })
}

/** The searches that were made for a book, newest first. */
export function useReleaseSearches(asin: MaybeRefOrGetter<string>) {
  const http = useHttp()
  return useQuery(() => ({
    key: [KEYS.releases, toValue(asin), 'searches'],
    query: ({ signal }) => http.call('listReleaseSearches', { params: { asin: toValue(asin) }, signal }),
  }))
}

/** What an administrator does about the releases of a book. */
export function useReleaseChanges(asin: MaybeRefOrGetter<string>) {
  const http = useHttp()
  const cache = useQueryCache()
  const params = () => ({ asin: toValue(asin) })
  const changed = async () => {
    for (const key of [KEYS.books, KEYS.requests, KEYS.search]) void refetch(cache, { key: [key] })
    await refetch(cache, { key: [KEYS.releases] })
  }
  const search = (force_refresh?: boolean) =>
    useMutation({
      mutation: () => http.call('refreshSources', { params: params(), query: { force_refresh } }),
      onSettled: changed,
    })
  const change = <T = OfferedReleaseDto>(act: (of: T) => Promise<void>) =>
    useMutation({ mutation: act, onSettled: changed })

  return {
    /** Begins a search unless a fresh one is kept. */
    search: search(),
    searchAgain: search(true),
    grab: change(({ guid, indexer_id }) =>
      http.call('downloadRelease', { params: params(), body: { guid, indexer_id } }),
    ),
    block: change(({ release, reason }: { release: OfferedReleaseDto; reason: BlockReason }) =>
      http.call('blockRelease', {
        params: params(),
        body: {
          guid: release.guid,
          indexer_id: release.indexer_id,
          title: release.title.slice(0, 1000),
          reason,
        },
      }),
    ),
    unblock: change(({ guid, indexer_id }) =>
      http.call('unblockRelease', { params: params(), body: { guid, indexer_id } }),
    ),
    withdraw: change(({ guid, indexer_id }) =>
      http.call('withdrawJudgedPair', { params: params(), body: { guid, indexer_id } }),
    ),
  }
}
