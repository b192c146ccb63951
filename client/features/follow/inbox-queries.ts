import { computed } from 'vue'
import { useAnswer } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** The number of unread items in the inbox. */
export function useUnread() {
  const { data } = useAnswer('countInbox', () => ({ key: [KEYS.inbox], stays: () => true }))
  return computed(() => data.value?.unread ?? 0)
}
