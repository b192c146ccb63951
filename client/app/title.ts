import { defineStore } from 'pinia'
import { computed, onUnmounted, shallowRef } from 'vue'

type Subject = () => string | null | undefined

/** The subject of the current page, such as a book title, for the tab's title. */
export const useTitleStore = defineStore('title', () => {
  const subject = shallowRef<Subject | null>(null)
  return { subject, words: computed(() => subject.value?.() ?? null) }
})

/** Shows a page's subject in the tab's title until the page is left. */
export function useSubject(subject: Subject): void {
  const title = useTitleStore()
  title.subject = subject
  onUnmounted(() => {
    // The next page may have set its own already.
    if (title.subject === subject) title.subject = null
  })
}
