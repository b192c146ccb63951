import { computed, ref } from 'vue'
import { useSessionStore } from '#client/app/session'
import { remembered } from '#client/app/storage'

const KEY = 'earmark.getting-started'
const CLOSED = 'closed'

/** Whether this browser still tells an administrator what is left of the set-up. */
export function useGettingStarted() {
  const session = useSessionStore()
  const isOpen = ref(remembered.getItem(KEY) !== CLOSED)

  return {
    isShown: computed(() => session.isAdmin && isOpen.value),
    close() {
      isOpen.value = false
      remembered.setItem(KEY, CLOSED)
    },
  }
}
