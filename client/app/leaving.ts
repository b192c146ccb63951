import { watch } from 'vue'
import type { Router } from 'vue-router'
import type { useUnsavedStore } from '#client/ui/forms/unsaved'

interface LeavingDependencies {
  router: Router
  unsaved: ReturnType<typeof useUnsavedStore>
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** Asks before what was typed is lost: on the way to another page or back, on reloading and on closing the tab. */
export function askBeforeLeaving({ router, unsaved, window }: LeavingDependencies): void {
  router.beforeEach((to, from) => {
    // Only who is signed out gets to the sign-in, and nothing can be saved any more.
    if (to.path === from.path || to.name === 'login') return true
    return unsaved.mayLeave()
  })
  comeBackAll({ router, window })

  // Only while it is needed: browsers do not keep pages at hand that listen to this.
  watch(
    () => unsaved.anyChanged,
    (changed) => {
      if (changed) window.addEventListener('beforeunload', ask)
      else window.removeEventListener('beforeunload', ask)
    },
    { immediate: true },
  )
}

/** The browser asks in its own words. */
function ask(event: Event) {
  event.preventDefault()
}

/**
 * Who goes back twice and then stays is two entries away from the page that is shown. The router returns from the
 * last one only; this is the rest of the way.
 */
function comeBackAll({ router, window }: Pick<LeavingDependencies, 'router' | 'window'>) {
  const { history } = router.options
  const position = () => {
    const { position: at } = history.state
    return typeof at === 'number' ? at : 0
  }
  let shown = position()

  router.afterEach((_to, _from, failure) => {
    if (!failure) shown = position()
    else if (position() !== shown) window.addEventListener('popstate', goOn, { once: true })
  })

  function goOn() {
    const missing = shown - position()
    if (missing !== 0) history.go(missing, false)
  }
}
