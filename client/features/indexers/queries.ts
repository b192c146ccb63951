import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'
import { SEARCHABLE } from '#client/features/connections/queries'
import type { SettingChanges } from '#client/features/connections/settingsDraft'

const LIST = [KEYS.indexerList]

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

/** Changes and tests an indexer; refetches what depends on it. */
export function useIndexerChanges(name: MaybeRefOrGetter<string>) {
  const params = () => ({ indexer_name: toValue(name) })
  return {
    change: useChange(
      (call, body: SettingChanges) => call('patchIndexer', { params: params(), body }),
      [KEYS.notices],
      // The service takes a while to answer, so nothing waits for it.
      SEARCHABLE,
      LIST,
    ),
    /** Calls the service behind the indexer, which may take some seconds. */
    test: useChange((call, body: SettingChanges) => call('testIndexer', { params: params(), body }), LIST),
  }
}
