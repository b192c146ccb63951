import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { indexerValues } from '#contract/indexers'
import type { z } from 'zod'
import { useAnswer, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'

export type IndexerChanges = z.input<typeof indexerValues>

const LIST = [KEYS.indexerList]
const SEARCHABLE = [KEYS.indexers, 'searchable']

/** The indexers with what is set. */
export const useIndexers = () => useAnswer('listIndexers', () => ({ key: LIST }))

/** Whether one of those that are on failed the last time it was asked; only administrators are told. */
export function useFailingIndexers() {
  const session = useSessionStore()
  const { data } = useAnswer('listIndexers', () => ({ key: LIST, enabled: session.isAdmin }))
  return computed(
    () =>
      session.isAdmin && data.value?.some(({ enabled, status }) => enabled && status?.reachable === false),
  )
}

/** Where the service of an indexer answers; looking takes some seconds. */
export const useLocatedIndexer = (name: () => string) =>
  useAnswer('locateIndexer', () => ({
    key: [KEYS.indexers, 'located'],
    params: { indexer_name: name() },
    staleTime: Infinity,
  }))

/** What can be set for each indexer. */
export const useIndexerConfigurations = () =>
  useAnswer('listIndexerConfigurations', () => ({ key: [KEYS.indexers, 'configurations'] }))

/** The indexers that Prowlarr has; an error while it cannot be asked. */
export function useSearchableIndexers({ enabled = true }: { enabled?: MaybeRefOrGetter<boolean> } = {}) {
  return useAnswer('listSearchableIndexers', () => ({ key: SEARCHABLE, enabled: toValue(enabled) }))
}

/** Changing one indexer and testing it; what depends on a change is refetched. */
export function useIndexerChanges(name: MaybeRefOrGetter<string>) {
  const params = () => ({ indexer_name: toValue(name) })
  return {
    change: useChange(
      (call, body: IndexerChanges) => call('patchIndexer', { params: params(), body }),
      // Asking Prowlarr takes a while; nobody has to wait for it.
      SEARCHABLE,
      LIST,
    ),
    /** Asks the service behind the indexer, which may take some seconds. */
    test: useChange((call, body: IndexerChanges) => call('testIndexer', { params: params(), body }), LIST),
  }
}

/** The watched configuration file. */
export const useIndexerFile = () => useAnswer('getIndexerFile', () => ({ key: [KEYS.indexers, 'file'] }))

/** Watching another file, or none. */
export function useIndexerFileChange() {
  // What the file says is applied at once.
  return useChange(
    (call, path: string | null) => call('putIndexerFile', { body: { path } }),
    [KEYS.indexers],
    LIST,
  )
}
