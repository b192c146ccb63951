import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'

/** How long the typing has to pause before suggestions are asked for, in ms. */
export const PAUSE = 200

interface SuggestionSource<T> {
  /** What is typed; suggestions are asked for when it changes. */
  text: Ref<string>
  load: (text: string, signal: AbortSignal) => Promise<T[]>
  /** Called with what went wrong; suggestions are a convenience, so typing goes on. */
  onFailure: (error: unknown) => void
}

/**
 * Suggestions for what is being typed. A newer text aborts what was asked for before, and an answer
 * that comes late anyway is dropped, so that it never replaces a newer one.
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

  /** Forgets the suggestions and whatever is still on its way. */
  function clear() {
    stop()
    suggestions.value = []
  }

  watch(text, (now) => {
    stop()
    const typed = now.trim()
    if (typed.length < 2) suggestions.value = []
    else timer = setTimeout(() => void ask(typed), PAUSE)
  })
  onScopeDispose(stop)

  return { suggestions, clear }
}
