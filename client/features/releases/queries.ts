import { toValue, type MaybeRefOrGetter } from 'vue'
import type { OfferedReleaseDto } from '#contract/fulfilment'
import type { BlockReason } from '#contract/judged-pairs'
import { useApiQuery, useChange } from '#client/app/calls'
import type { Http } from '#client/app/http'
import { KEYS, staleRequests } from '#client/app/query-keys'

/** A book's releases; live events announce later ones. */
export function useSources(
  wanted: MaybeRefOrGetter<{ asin: string; searchId: string | null; enabled: boolean }>,
) {
  return useApiQuery('listSources', () => {
    const { asin, searchId, enabled } = toValue(wanted)
    return {
      key: [KEYS.releases, asin, 'sources'],
      params: { asin },
      query: { search_id: searchId },
      enabled,
    }
  })
}

/** The searches for a book, newest first. */
export function useReleaseSearches(asin: MaybeRefOrGetter<string>) {
  return useApiQuery('listReleaseSearches', () => ({
    key: [KEYS.releases, toValue(asin), 'searches'],
    params: { asin: toValue(asin) },
  }))
}

/** An administrator's actions on a book's releases. */
export function useReleaseChanges(asin: MaybeRefOrGetter<string>) {
  const params = () => ({ asin: toValue(asin) })
  const change = <Given>(run: (call: Http['call'], given: Given) => Promise<void>) =>
    useChange(run, ...staleRequests(KEYS.releases))
  const search = (force_refresh?: boolean) =>
    change<void>((call) => call('refreshSources', { params: params(), query: { force_refresh } }))
  const chosen = ({ guid, indexer_id }: OfferedReleaseDto) => ({
    params: params(),
    body: { guid, indexer_id },
  })

  return {
    /** Starts a search unless a fresh one is stored. */
    search: search(),
    searchAgain: search(true),
    grab: change((call, release: OfferedReleaseDto) => call('downloadRelease', chosen(release))),
    block: change((call, { release, reason }: { release: OfferedReleaseDto; reason: BlockReason }) => {
      const { params, body } = chosen(release)
      return call('blockRelease', { params, body: { ...body, title: release.title.slice(0, 1000), reason } })
    }),
    unblock: change((call, release: OfferedReleaseDto) => call('unblockRelease', chosen(release))),
    withdraw: change((call, release: OfferedReleaseDto) => call('withdrawJudgedPair', chosen(release))),
  }
}
