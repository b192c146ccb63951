import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

export type PersonalInput = BodyOf<'patchPersonalNotifications'>

/** What users may do with targets of their own, and changing it. */
export function usePersonalNotifications() {
  const http = useHttp()
  const cache = useQueryCache()

  return {
    settings: useQuery({
      key: [KEYS.notifications, 'personal'],
      query: ({ signal }) => http.call('getPersonalNotifications', { signal }),
    }),
    change: useMutation({
      mutation: (body: PersonalInput) => http.call('patchPersonalNotifications', { body }),
      async onSettled() {
        // The form for one's own targets says what is allowed.
        await Promise.all(
          [KEYS.notifications, KEYS.notificationForm].map((key) => refetch(cache, { key: [key] })),
        )
      },
    }),
  }
}
