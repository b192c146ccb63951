import { defineStore } from 'pinia'
import { ref } from 'vue'

/** A page that cannot go on: it broke, or its code was replaced by a newer version of the app. */
export const useFailureStore = defineStore('failure', () => {
  const kind = ref<'crash' | 'outdated' | null>(null)

  function report(error: unknown) {
    kind.value = isOutdated(error) ? 'outdated' : 'crash'
  }

  return {
    kind,
    report,
    clear() {
      kind.value = null
    },
  }
})

/** How browsers word that a part of the app is no longer on the server. */
const OUTDATED = /dynamically imported module|importing a module script failed|unable to preload/i

function isOutdated(error: unknown): boolean {
  return error instanceof Error && OUTDATED.test(error.message)
}
