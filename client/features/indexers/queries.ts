import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { settingValues } from '#contract/connection-settings'
import type { z } from 'zod'
import { useApiQuery, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'

export type IndexerChanges = z.input<typeof settingValues>

const LIST = [KEYS.indexerList]
const SEARCHABLE = [KEYS.indexers, 'searchable']

/** The indexers with their settings. */
export const useIndexers = () => useApiQuery('listIndexers', () => ({ key: LIST }))

/** Whether an enabled indexer is failing; only administrators are told. */
export function useFailingIndexers() {
  const session = useSessionStore()
  const { data } = useApiQuery('listIndexers', () => ({ key: LIST, enabled: session.isAdmin }))
  return computed(
    () =>
      session.isAdmin && data.value?.some(({ enabled, status }) => enabled && status?.reachable === false),
  )
}

/** The detected address of an indexer's service; detection takes some seconds. */
export const useLocatedIndexer = (name: () => string) =>
  useApiQuery('locateIndexer', () => ({
    key: [KEYS.indexers, 'located'],
    params: { indexer_name: name() },
    staleTime: Infinity,
  }))

/** The settings of each indexer. */
export const useIndexerConfigurations = () =>
  useApiQuery('listIndexerConfigurations', () => ({ key: [KEYS.indexers, 'configurations'] }))

/** The search service's indexers; an error while it is unreachable. */
export function useSearchableIndexers({ enabled = true }: { enabled?: MaybeRefOrGetter<boolean> } = {}) {
  return useApiQuery('listSearchableIndexers', () => ({ key: SEARCHABLE, enabled: toValue(enabled) }))
}

/** Changes and tests an indexer; refetches what depends on it. */
export function useIndexerChanges(name: MaybeRefOrGetter<string>) {
  const params = () => ({ indexer_name: toValue(name) })
  return {
    change: useChange(
      (call, body: IndexerChanges) => call('patchIndexer', { params: params(), body }),
      [KEYS.notices],
      // The service takes a while to answer, so nothing waits for it.
      SEARCHABLE,
      LIST,
    ),
    /** Calls the service behind the indexer, which may take some seconds. */
    test: useChange((call, body: IndexerChanges) => call('testIndexer', { params: params(), body }), LIST),
  }
}

/** The watched configuration file. */
export const useIndexerFile = () => useApiQuery('getIndexerFile', () => ({ key: [KEYS.indexers, 'file'] }))

/** Watches another file, or none. */
export function useIndexerFileChange() {
  // The file is applied at once.
  return useChange(
    (call, path: string | null) => call('putIndexerFile', { body: { path } }),
    [KEYS.indexers],
    LIST,
  )
}
