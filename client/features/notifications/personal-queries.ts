import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { useHttp } from '#client/app/connection'
import type { PersonalInput } from './calls'
import { personalNotificationsApi } from './calls'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** What users may do with targets of their own, and changing it. */
export function usePersonalNotifications() {
  const api = personalNotificationsApi(useHttp())
  const cache = useQueryCache()

  return {
    settings: useQuery({
      key: [KEYS.notifications, 'personal'],
      query: ({ signal }) => api.read(signal),
    }),
    change: useMutation({
      mutation: (body: PersonalInput) => api.change(body),
      async onSettled() {
        // The form for one's own targets says what is allowed.
        await Promise.all(
          [KEYS.notifications, KEYS.notificationForm].map((key) => refetch(cache, { key: [key] })),
        )
      },
    }),
  }
}
