import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import { useHttp } from '#client/app/connection'
import type { IndexerChanges } from './calls'
import { indexersApi } from './calls'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

const SEARCHABLE = [KEYS.indexers, 'searchable'] as const
const FILE = [KEYS.indexers, 'file'] as const

/** The indexers with what is set. */
export function useIndexers() {
  const api = indexersApi(useHttp())
  return useQuery({ key: [KEYS.indexers, 'list'], query: ({ signal }) => api.list(signal) })
}

/** What can be set for each indexer. */
export function useIndexerConfigurations() {
  const api = indexersApi(useHttp())
  return useQuery({
    key: [KEYS.indexers, 'configurations'],
    query: ({ signal }) => api.configurations(signal),
  })
}

/** The indexers that Prowlarr has; an error while it cannot be asked. */
export function useSearchableIndexers(options: { enabled?: MaybeRefOrGetter<boolean> } = {}) {
  const api = indexersApi(useHttp())
  return useQuery({
    key: SEARCHABLE,
    query: ({ signal }) => api.searchable(signal),
    enabled: () => toValue(options.enabled ?? true),
  })
}

/** Changing one indexer and trying it; what depends on a change is refetched. */
export function useIndexerChanges(name: MaybeRefOrGetter<string>) {
  const api = indexersApi(useHttp())
  const cache = useQueryCache()
  return {
    change: useMutation({
      mutation: (body: IndexerChanges) => api.change(toValue(name), body),
      onSettled: async () => {
        // Asking Prowlarr takes a while; nobody has to wait for it.
        void refetch(cache, { key: SEARCHABLE })
        await refetch(cache, { key: [KEYS.indexers, 'list'] })
      },
    }),
    test: useMutation({ mutation: (body: IndexerChanges) => api.test(toValue(name), body) }),
  }
}

/** The watched configuration file. */
export function useIndexerFile() {
  const api = indexersApi(useHttp())
  return useQuery({ key: FILE, query: ({ signal }) => api.file(signal) })
}

/** Watching another file, or none. */
export function useIndexerFileChange() {
  const api = indexersApi(useHttp())
  const cache = useQueryCache()
  return useMutation({
    mutation: (path: string | null) => api.watchFile({ path }),
    // What the file says is applied at once.
    onSettled: () => refetch(cache, { key: [KEYS.indexers] }),
  })
}
