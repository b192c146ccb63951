import { ref } from 'vue'

/**
 * A retry button, busy while it works.
 * @param retry its action, whose outcome shows elsewhere
 */
export function useRetry(retry: () => Promise<unknown>) {
  const busy = ref(false)

  async function again(): Promise<void> {
    busy.value = true
    try {
      await retry()
    } finally {
      busy.value = false
    }
  }

  return { busy, again }
}
