import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'

/** Milliseconds of pause in typing before suggestions are requested. */
export const DEBOUNCE = 200

interface SuggestionSource<T> {
  /** The typed text; each change requests suggestions. */
  text: Ref<string>
  load: (text: string, signal: AbortSignal) => Promise<T[]>
  /** Called with a failure; suggestions are optional, so typing continues. */
  onFailure: (error: unknown) => void
}

/**
 * Suggestions for typed text. A newer text aborts the previous call, and late responses are dropped, so that
 * they never replace newer ones.
 */
export function useSuggestions<T>({ text, load, onFailure }: SuggestionSource<T>) {
  const suggestions = shallowRef<T[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | null = null

  function stop() {
    clearTimeout(timer)
    asking?.abort()
    asking = null
  }

  async function ask(typed: string) {
    const current = new AbortController()
    asking = current
    try {
      const answer = await load(typed, current.signal)
      if (asking === current) suggestions.value = answer
    } catch (error) {
      if (asking !== current) return
      suggestions.value = []
      onFailure(error)
    }
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
    else timer = setTimeout(() => void ask(typed), DEBOUNCE)
  })
  onScopeDispose(stop)

  return { suggestions, clear }
}
