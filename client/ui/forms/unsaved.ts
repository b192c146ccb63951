import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue'

/** A unit that is left as a whole: the page, or a dialog on it. */
export type UnsavedScope = symbol

interface Form {
  scope: UnsavedScope
  isChanged: () => boolean
}

/** The forms on the page, and the question whether to discard unsaved input. */
export const useUnsavedStore = defineStore('unsaved', () => {
  const forms = shallowReactive(new Set<Form>())
  const answers = shallowRef<((leave: boolean) => void) | null>(null)
  const everChanged = ref(false)

  const inScope = (scope?: UnsavedScope) =>
    [...forms].filter((form) => scope === undefined || form.scope === scope)
  const anyChanged = computed(() => [...forms].some((form) => form.isChanged()))
  watch(anyChanged, (changed) => {
    if (changed) everChanged.value = true
  })

  function answer(leave: boolean) {
    answers.value?.(leave)
    answers.value = null
  }

  function forget(scope?: UnsavedScope) {
    for (const form of inScope(scope)) forms.delete(form)
  }

  return {
    /** Whether a form has unsaved input. */
    anyChanged,
    /** Whether the question may be needed. */
    everChanged,
    asking: computed(() => answers.value !== null),
    answer,
    /** Discards everything without asking, as after signing out. */
    forget,

    /** @returns a function that removes the form */
    add(form: Form): () => void {
      forms.add(form)
      return () => void forms.delete(form)
    },

    /**
     * Asks if something is unsaved. Leaving again while the question is open, such as by going back, dismisses the
     * question and stays.
     * @param scope what is left; everything by default
     * @returns whether to leave
     */
    async mayLeave(scope?: UnsavedScope): Promise<boolean> {
      if (answers.value) {
        answer(false)
        return false
      }
      if (!inScope(scope).some((form) => form.isChanged())) return true
      const leave = await new Promise<boolean>((resolve) => {
        answers.value = resolve
      })
      // Discarded forms may remain on the page while it fades.
      if (leave) forget(scope)
      return leave
    },
  }
})
