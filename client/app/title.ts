import { defineStore } from 'pinia'
import { computed, onUnmounted, shallowRef } from 'vue'

type Subject = () => string | null | undefined

/** What the page that is shown is about, such as the title of a book, for the title of the tab. */
export const useTitleStore = defineStore('title', () => {
  const subject = shallowRef<Subject | null>(null)
  return { subject, words: computed(() => subject.value?.() ?? null) }
})

/** Says in the title of the tab what a page is about, until the page is left. */
export function useSubject(subject: Subject): void {
  const title = useTitleStore()
  title.subject = subject
  onUnmounted(() => {
    // The next page may have said its own already.
    if (title.subject === subject) title.subject = null
  })
}
