import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue'

/** What is left together: the page, or one dialog on it. */
export type UnsavedScope = symbol

interface Form {
  scope: UnsavedScope
  isChanged: () => boolean
}

/** The forms that are on the page, and the question whether what was typed into them may be lost. */
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
    /** Whether a form holds something that is not saved. */
    anyChanged,
    /** The question may be needed. */
    everChanged,
    asking: computed(() => answers.value !== null),
    answer,
    /** Lets everything go without a question, as after signing out. */
    forget,

    /** @returns takes the form off the page again */
    add(form: Form): () => void {
      forms.add(form)
      return () => void forms.delete(form)
    },

    /**
     * Asks the person where something is not saved. Who wants to leave once more while the question is open, as by
     * going back, means the question, and stays.
     * @param scope what is left; everything unless given
     * @returns whether they go
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
      // What is let go may still be on the page while it fades.
      if (leave) forget(scope)
      return leave
    },
  }
})
