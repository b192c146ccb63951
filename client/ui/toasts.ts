import { defineStore } from 'pinia'
import { computed, ref } from 'vue'

interface Toast {
  id: number
  kind: 'done' | 'failed'
  text: string
}

/** Maximum messages on the page; older ones make room. */
const MAX_TOASTS = 3

/** Short messages about the results of actions. */
export const useToastsStore = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  const last = ref(0)

  function show(kind: Toast['kind'], text: string) {
    last.value += 1
    toasts.value = limited([...toasts.value, { id: last.value, kind, text }])
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

/** Success messages make room before failures, which may not have been read yet. */
function limited(toasts: Toast[]): Toast[] {
  if (toasts.length <= MAX_TOASTS) return toasts
  const leaving = toasts.slice(0, -1).find(({ kind }) => kind === 'done') ?? toasts[0]
  return toasts.filter((toast) => toast !== leaving)
}

/**
 * How long a message stays, unless the pointer or the focus is on it: long enough to notice it and read it slowly;
 * failures longer, because they say what to do.
 * @returns milliseconds
 */
export function durationOf({ kind, text }: Pick<Toast, 'kind' | 'text'>): number {
  const [notice, perCharacter] = kind === 'failed' ? [10_000, 120] : [4_000, 60]
  return notice + perCharacter * text.length
}
