import { ref } from 'vue'

/**
 * A button to try again, busy while it does.
 * @param retry what it does; how that ends shows elsewhere
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
