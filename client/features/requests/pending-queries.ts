import { computed } from 'vue'
import { useApiQuery } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'

/** The number of books with requests waiting for a decision; only for administrators. */
export function usePendingRequests() {
  const session = useSessionStore()
  const { data } = useApiQuery('countRequests', () => ({
    key: [KEYS.requests, 'counts'],
    query: {},
    enabled: session.isAdmin,
    keepsPrevious: () => true,
  }))
  return {
    pending: computed(() => (session.isAdmin ? (data.value?.by_status.waiting_for_approval ?? 0) : 0)),
  }
}
