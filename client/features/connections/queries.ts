import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { computed } from 'vue'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import type { ConnectionKind } from '#contract/connections'

const LIST = [KEYS.connections, 'list'] as const
const DRIVERS = [KEYS.connections, 'drivers'] as const

/** The connections of a kind, in order of priority. */
export function useConnections(kind: ConnectionKind) {
  const http = useHttp()
  const { data, ...query } = useQuery({
    key: LIST,
    query: ({ signal }) => http.call('listConnections', { signal }),
  })
  return { ...query, data: computed(() => data.value?.filter((connection) => connection.kind === kind)) }
}

/** The programs of a kind, with the settings that each asks for. */
export function useConnectionDrivers(kind: ConnectionKind) {
  const http = useHttp()
  const { data, ...query } = useQuery({
    key: DRIVERS,
    query: ({ signal }) => http.call('listConnectionDrivers', { signal }),
  })
  return { ...query, data: computed(() => data.value?.filter((driver) => driver.kind === kind)) }
}

/** Changing connections and trying them; each change refetches the list. */
export function useConnectionChanges() {
  const http = useHttp()
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: LIST })
  return {
    add: useMutation({
      mutation: (body: BodyOf<'createConnection'>) => http.call('createConnection', { body }),
      onSettled,
    }),
    change: useMutation({
      mutation: ({ id, body }: { id: string; body: BodyOf<'patchConnection'> }) =>
        http.call('patchConnection', { params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutation: (id: string) => http.call('deleteConnection', { params: { id } }),
      onSettled,
    }),
    /** Asks the program, which may take some seconds. */
    test: useMutation({
      mutation: (body: BodyOf<'testConnection'>) => http.call('testConnection', { body }),
      onSettled,
    }),
  }
}
