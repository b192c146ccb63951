import { computed, ref, watch, type Ref } from 'vue'
import type { Suggested } from './suggested'
import { useSuggestions } from './useSuggestions'

/**
 * The state of a combobox whose list only suggests.
 * @param text of the field at first, and whenever it changes from outside.
 */
export function useCombobox(
  text: Readonly<Ref<string>>,
  load: (text: string, signal: AbortSignal) => Promise<Suggested[]>,
) {
  /** The typed text; suggestions follow it, not the suggestion shown while moving through the list. */
  const typed = ref(text.value)
  const active = ref(-1)
  const open = ref(false)
  const { suggestions, clear } = useSuggestions({ text: typed, load })
  const expanded = computed(() => open.value && suggestions.value.length > 0)
  const marked = computed(() => suggestions.value[active.value])

  watch(text, replace)
  // The marked position may contain another suggestion now.
  watch(suggestions, () => {
    active.value = -1
  })

  function close() {
    open.value = false
    active.value = -1
    clear()
  }

  function replace(words: string) {
    typed.value = words
    close()
  }

  function type(event: Event) {
    if (!(event.target instanceof HTMLInputElement)) return
    typed.value = event.target.value
    active.value = -1
    open.value = true
  }

  function move(step: 1 | -1) {
    if (!expanded.value) {
      open.value = true
      return
    }
    const places = suggestions.value.length + 1
    active.value = ((active.value + 1 + step + places) % places) - 1
  }

  function escape() {
    if (expanded.value) close()
    else typed.value = ''
  }

  const shown = computed(() => marked.value?.text ?? typed.value)
  return { typed, active, suggestions, expanded, marked, shown, close, replace, type, move, escape }
}
