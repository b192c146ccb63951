import { computed } from 'vue'
import { useApiQuery } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** The number of unread items in the inbox. */
export function useUnread() {
  const { data } = useApiQuery('countInbox', () => ({ key: [KEYS.inbox], keepsPrevious: () => true }))
  return computed(() => data.value?.unread ?? 0)
}
