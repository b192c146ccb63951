import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

const OWN = 'own'
const API_KEYS = 'keys'
const DEVICES = 'devices'

/** Names answers by whose they are: another person may sign in on the same page. */
function useKeys() {
  const session = useSessionStore()
  return (part: string) => [KEYS.account, part, session.user?.username ?? '']
}

/** The own account and its preferences. */
export function useAccount() {
  const http = useHttp()
  const keyOf = useKeys()
  return useQuery(() => ({ key: keyOf(OWN), query: ({ signal }) => http.call('getAccount', { signal }) }))
}

/** The own API keys. */
export function useApiKeys() {
  const http = useHttp()
  const keyOf = useKeys()
  return useQuery(() => ({
    key: keyOf(API_KEYS),
    query: ({ signal }) => http.call('listApiKeys', { signal }),
  }))
}

/** The browsers in which one is signed in. */
export function useDevices() {
  const http = useHttp()
  const keyOf = useKeys()
  return useQuery(() => ({
    key: keyOf(DEVICES),
    query: ({ signal }) => http.call('listSessions', { signal }),
  }))
}

/** Changing the own account; each change refetches what it touches. */
export function useAccountChanges() {
  const http = useHttp()
  const cache = useQueryCache()
  const refetched = (part: string) => ({
    onSettled: () => refetch(cache, { key: [KEYS.account, part] }),
  })

  return {
    update: useMutation({
      mutation: (body: BodyOf<'updateAccount'>) => http.call('updateAccount', { body }),
      ...refetched(OWN),
    }),
    changePassword: useMutation({
      mutation: (body: BodyOf<'changePassword'>) => http.call('changePassword', { body }),
      onSettled: () => {
        void refetch(cache, { key: [KEYS.account, API_KEYS] })
        return refetch(cache, { key: [KEYS.account, DEVICES] })
      },
    }),
  }
}

/** Creating, switching and deleting own API keys. */
export function useApiKeyChanges() {
  const http = useHttp()
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.account, API_KEYS] })

  return {
    create: useMutation({
      mutation: (body: BodyOf<'createApiKey'>) => http.call('createApiKey', { body }),
      onSettled,
    }),
    toggle: useMutation({
      mutation: (id: string) => http.call('toggleApiKey', { params: { id } }),
      onSettled,
    }),
    remove: useMutation({
      mutation: (id: string) => http.call('deleteApiKey', { params: { id } }),
      onSettled,
    }),
  }
}

/** Signing out elsewhere. */
export function useDeviceChanges() {
  const http = useHttp()
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.account, DEVICES] })

  return {
    end: useMutation({ mutation: (id: string) => http.call('endSession', { params: { id } }), onSettled }),
    endOthers: useMutation({ mutation: () => http.call('endOtherSessions'), onSettled }),
  }
}
