import { ref, shallowRef } from 'vue'

/** A sheet (`UiDialog`) that opens for one thing after another; what it shows stays there while it closes. */
export function useSheet<T>() {
  const open = ref(false)
  const sheet = shallowRef<T | null>(null)
  /** As a key, it makes each sheet start fresh, even if it opens while the previous one is closing. */
  const opened = ref(0)

  function show(what: T) {
    sheet.value = what
    opened.value += 1
    open.value = true
  }
  return { open, sheet, opened, show }
}
