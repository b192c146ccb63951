import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { useHttp } from '../api/connection'
import type { TargetInput } from '../api/notifications'
import { notificationsApi } from '../api/notifications'
import { KEYS } from './keys'
import { refetch } from './refetch'

/** Where notifications go. */
export function useNotificationTargets() {
  const api = notificationsApi(useHttp())
  return useQuery({ key: [KEYS.notifications], query: ({ signal }) => api.list(signal) })
}

/** Changing where notifications go; each change refetches the list. */
export function useTargetChanges() {
  const api = notificationsApi(useHttp())
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.notifications] })

  return {
    save: useMutation({
      mutation: ({ id, body }: { id: string | null; body: TargetInput }) =>
        id === null ? api.create(body) : api.update(id, body),
      onSettled,
    }),
    remove: useMutation({ mutation: (id: string) => api.remove(id), onSettled }),
    toggle: useMutation({ mutation: (id: string) => api.toggle(id), onSettled }),
  }
}
