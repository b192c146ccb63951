import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { accountApi } from './calls'
import { useHttp } from '#client/app/connection'
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
  const api = accountApi(useHttp())
  const keyOf = useKeys()
  return useQuery(() => ({ key: keyOf(OWN), query: ({ signal }) => api.read(signal) }))
}

/** The own API keys. */
export function useApiKeys() {
  const api = accountApi(useHttp())
  const keyOf = useKeys()
  return useQuery(() => ({ key: keyOf(API_KEYS), query: ({ signal }) => api.keys(signal) }))
}

/** The browsers in which one is signed in. */
export function useDevices() {
  const api = accountApi(useHttp())
  const keyOf = useKeys()
  return useQuery(() => ({ key: keyOf(DEVICES), query: ({ signal }) => api.sessions(signal) }))
}

/** Changing the own account; each change refetches what it touches. */
export function useAccountChanges() {
  const api = accountApi(useHttp())
  const cache = useQueryCache()
  const refetched = (part: string) => ({
    onSettled: () => refetch(cache, { key: [KEYS.account, part] }),
  })

  return {
    update: useMutation({ mutation: api.update, ...refetched(OWN) }),
    changePassword: useMutation({
      mutation: api.changePassword,
      onSettled: () => {
        void refetch(cache, { key: [KEYS.account, API_KEYS] })
        return refetch(cache, { key: [KEYS.account, DEVICES] })
      },
    }),
  }
}

/** Creating, switching and deleting own API keys. */
export function useApiKeyChanges() {
  const api = accountApi(useHttp())
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.account, API_KEYS] })

  return {
    create: useMutation({ mutation: api.createKey, onSettled }),
    toggle: useMutation({ mutation: api.toggleKey, onSettled }),
    remove: useMutation({ mutation: api.deleteKey, onSettled }),
  }
}

/** Signing out elsewhere. */
export function useDeviceChanges() {
  const api = accountApi(useHttp())
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.account, DEVICES] })

  return {
    end: useMutation({ mutation: api.endSession, onSettled }),
    endOthers: useMutation({ mutation: api.endOtherSessions, onSettled }),
  }
}
