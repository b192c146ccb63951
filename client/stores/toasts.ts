import { defineStore } from 'pinia'
import { computed, ref } from 'vue'

export interface Toast {
  id: number
  kind: 'done' | 'failed'
  text: string
}

/** How many messages are on the page at once; older ones make room. */
const MOST = 3

/** Short messages about what an action led to. */
export const useToastsStore = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  const last = ref(0)

  function show(kind: Toast['kind'], text: string) {
    last.value += 1
    toasts.value = [...toasts.value, { id: last.value, kind, text }].slice(-MOST)
  }

  return {
    toasts,
    everShown: computed(() => last.value > 0),
    done: (text: string) => show('done', text),
    failed: (text: string) => show('failed', text),
    dismiss(id: number) {
      toasts.value = toasts.value.filter((toast) => toast.id !== id)
    },
  }
})
