import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import { useHttp } from '#client/app/connection'
import type { indexerValues } from '#contract/indexers'
import type { z } from 'zod'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

export type IndexerChanges = z.input<typeof indexerValues>

const SEARCHABLE = [KEYS.indexers, 'searchable'] as const
const FILE = [KEYS.indexers, 'file'] as const

/** The indexers with what is set. */
export function useIndexers() {
  const http = useHttp()
  return useQuery({
    key: [KEYS.indexers, 'list'],
    query: ({ signal }) => http.call('listIndexers', { signal }),
  })
}

/** What can be set for each indexer. */
export function useIndexerConfigurations() {
  const http = useHttp()
  return useQuery({
    key: [KEYS.indexers, 'configurations'],
    query: ({ signal }) => http.call('listIndexerConfigurations', { signal }),
  })
}

/** The indexers that Prowlarr has; an error while it cannot be asked. */
export function useSearchableIndexers(options: { enabled?: MaybeRefOrGetter<boolean> } = {}) {
  const http = useHttp()
  return useQuery({
    key: SEARCHABLE,
    query: ({ signal }) => http.call('listSearchableIndexers', { signal }),
    enabled: () => toValue(options.enabled ?? true),
  })
}

/** Changing one indexer and trying it; what depends on a change is refetched. */
export function useIndexerChanges(name: MaybeRefOrGetter<string>) {
  const http = useHttp()
  const cache = useQueryCache()
  const params = () => ({ indexer_name: toValue(name) })
  return {
    change: useMutation({
      mutation: (body: IndexerChanges) => http.call('patchIndexer', { params: params(), body }),
      onSettled: async () => {
        // Asking Prowlarr takes a while; nobody has to wait for it.
        void refetch(cache, { key: SEARCHABLE })
        await refetch(cache, { key: [KEYS.indexers, 'list'] })
      },
    }),
    /** Asks the service behind the indexer, which may take some seconds. */
    test: useMutation({
      mutation: (body: IndexerChanges) => http.call('testIndexer', { params: params(), body }),
    }),
  }
}

/** The watched configuration file. */
export function useIndexerFile() {
  const http = useHttp()
  return useQuery({ key: FILE, query: ({ signal }) => http.call('getIndexerFile', { signal }) })
}

/** Watching another file, or none. */
export function useIndexerFileChange() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (path: string | null) => http.call('putIndexerFile', { body: { path } }),
    // What the file says is applied at once.
    onSettled: () => refetch(cache, { key: [KEYS.indexers] }),
  })
}
