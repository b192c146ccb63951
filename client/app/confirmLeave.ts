import { watch } from 'vue'
import type { Router } from 'vue-router'
import type { useUnsavedStore } from '#client/ui/forms/unsaved'

interface LeaveDependencies {
  router: Router
  unsaved: ReturnType<typeof useUnsavedStore>
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** Asks before unsaved input is lost: when navigating, going back, reloading or closing the tab. */
export function confirmLeave({ router, unsaved, window }: LeaveDependencies): void {
  router.beforeEach((to, from) => {
    // The sign-in page is reached only after sign-out, when nothing can be saved any more.
    if (to.path === from.path || to.name === 'login') return true
    return unsaved.mayLeave()
  })
  undoRemainingSteps({ router, window })

  // Only while needed: browsers do not keep pages with this listener in the back-forward cache.
  watch(
    () => unsaved.anyChanged,
    (changed) => {
      if (changed) window.addEventListener('beforeunload', ask)
      else window.removeEventListener('beforeunload', ask)
    },
    { immediate: true },
  )
}

/** The browser shows its own question. */
function ask(event: Event) {
  event.preventDefault()
}

/**
 * Someone who goes back twice and then stays is two history entries away from the page shown. The router undoes only
 * the last step; this undoes the rest.
 */
function undoRemainingSteps({ router, window }: Pick<LeaveDependencies, 'router' | 'window'>) {
  const { history } = router.options
  const position = () => {
    const { position: at } = history.state
    return typeof at === 'number' ? at : 0
  }
  let shown = position()

  router.afterEach((_to, _from, failure) => {
    if (!failure) shown = position()
    else if (position() !== shown) window.addEventListener('popstate', resume, { once: true })
  })

  function resume() {
    const missing = shown - position()
    if (missing !== 0) history.go(missing, false)
  }
}
