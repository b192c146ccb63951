import { onScopeDispose, ref, type Ref } from 'vue'

/** Milliseconds for which “Copied” is shown. */
const COPIED_FOR = 3_000

/**
 * Copies the text of a field. Browsers offer the clipboard only to https pages; elsewhere, or if it is refused, selects
 * the text for the person to copy.
 */
export function useCopy(field: Readonly<Ref<HTMLInputElement | null>>) {
  const outcome = ref<'copied' | 'selected' | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function copy() {
    clearTimeout(timer)
    if (await toClipboard(field.value?.value ?? '')) {
      outcome.value = 'copied'
      timer = setTimeout(() => (outcome.value = null), COPIED_FOR)
    } else {
      field.value?.focus()
      field.value?.select()
      outcome.value = 'selected'
    }
  }
  onScopeDispose(() => clearTimeout(timer))

  return { copy, outcome }
}

async function toClipboard(text: string): Promise<boolean> {
  // The type claims that it always exists.
  if (!('clipboard' in navigator) || navigator.clipboard === undefined) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
