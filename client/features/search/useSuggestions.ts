import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'

/** Milliseconds of pause in typing before suggestions are requested. */
export const DEBOUNCE = 200

interface SuggestionSource<T> {
  /** The typed text; each change requests suggestions. */
  text: Ref<string>
  load: (text: string, signal: AbortSignal) => Promise<T[]>
}

/**
 * Suggestions for typed text. A newer text aborts the previous call, and late responses are dropped, so that
 * they never replace newer ones.
 */
export function useSuggestions<T>({ text, load }: SuggestionSource<T>) {
  const suggestions = shallowRef<T[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let call: AbortController | null = null

  function stop() {
    clearTimeout(timer)
    call?.abort()
    call = null
  }

  async function suggest(typed: string) {
    const current = new AbortController()
    call = current
    // Suggestions are optional: the search itself reports the failure, with a retry button.
    const found = await load(typed, current.signal).catch(() => [])
    if (call === current) suggestions.value = found
  }

  /** Clears the suggestions and aborts calls in progress. */
  function clear() {
    stop()
    suggestions.value = []
  }

  watch(text, (now) => {
    stop()
    const typed = now.trim()
    if (typed.length < 2) suggestions.value = []
    else timer = setTimeout(() => void suggest(typed), DEBOUNCE)
  })
  onScopeDispose(stop)

  return { suggestions, clear }
}
