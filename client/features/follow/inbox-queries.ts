import { computed } from 'vue'
import { useAnswer } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

/** How much of the inbox is not read. */
export function useUnread() {
  const { data } = useAnswer('countInbox', () => ({ key: [KEYS.inbox], stays: () => true }))
  return computed(() => data.value?.unread ?? 0)
}
