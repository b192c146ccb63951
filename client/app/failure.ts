import { defineStore } from 'pinia'
import { ref } from 'vue'

/** A page that cannot continue: it crashed, or a newer version of the app replaced its code. */
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

/** Browsers' messages for a part of the app that is no longer on the server. */
const OUTDATED = /dynamically imported module|importing a module script failed|unable to preload/i

function isOutdated(error: unknown): boolean {
  return error instanceof Error && OUTDATED.test(error.message)
}
