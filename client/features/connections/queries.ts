import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'
import type { ConnectionKind } from '#contract/connections'

const LIST = [KEYS.connections, 'list']
export const SEARCHABLE = [KEYS.indexers, 'searchable']

/** The connections of a kind, in order of priority. */
export function useConnections(kind: ConnectionKind) {
  const { data, ...query } = useApiQuery('listConnections', () => ({ key: LIST }))
  return { ...query, data: computed(() => data.value?.filter((connection) => connection.kind === kind)) }
}

/** Whether connections of a kind are failing; known only to administrators. */
export function useFailingConnections() {
  const session = useSessionStore()
  const { data } = useApiQuery('listConnections', () => ({ key: LIST, enabled: session.isAdmin }))
  const failing = computed(() => {
    const all = session.isAdmin ? (data.value ?? []) : []
    return all.filter(({ enabled, status }) => enabled && status?.reachable === false)
  })
  return { isFailing: (kind: ConnectionKind) => failing.value.some((connection) => connection.kind === kind) }
}

/** The programs of a kind, with their settings. */
export function useConnectionDrivers(kind: ConnectionKind) {
  const { data, ...query } = useApiQuery('listConnectionDrivers', () => ({
    key: [KEYS.connections, 'drivers'],
  }))
  return { ...query, data: computed(() => data.value?.filter((driver) => driver.kind === kind)) }
}

/** Changes and tests connections; each change refetches the list. */
export function useConnectionChanges() {
  return {
    add: useChange((call, body: BodyOf<'createConnection'>) => call('createConnection', { body }), LIST),
    change: useChange(
      (call, { id, body }: { id: string; body: BodyOf<'patchConnection'> }) =>
        call('patchConnection', { params: { id }, body }),
      LIST,
    ),
    remove: useChange((call, id: string) => call('deleteConnection', { params: { id } }), LIST),
    /** Calls the program, which may take some seconds. */
    test: useChange((call, body: BodyOf<'testConnection'>) => call('testConnection', { body }), LIST),
  }
}

/** The search service's indexers; an error while it is unreachable. */
export function useSearchableIndexers({ enabled = true }: { enabled?: MaybeRefOrGetter<boolean> } = {}) {
  return useApiQuery('listSearchableIndexers', () => ({ key: SEARCHABLE, enabled: toValue(enabled) }))
}

/** The watched configuration file. */
export const useConfigurationFile = () =>
  useApiQuery('getIndexerFile', () => ({ key: [KEYS.indexers, 'file'] }))

/** Watches another file, or none. */
export function useConfigurationFileChange() {
  // The file is applied at once.
  return useChange(
    (call, path: string | null) => call('putIndexerFile', { body: { path } }),
    [KEYS.indexers],
    [KEYS.indexerList],
  )
}
