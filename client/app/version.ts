import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { useLiveStore } from './live/live'
import { useSessionStore } from './session'

/**
 * Whether a newer version of the app is there than the page that is open, as its service worker says. Browsers have
 * one on https and on this device alone, and there is none while the app is developed.
 */
export const useVersionStore = defineStore('version', () => {
  const isOutdated = ref(false)
  const session = useSessionStore()
  const live = useLiveStore()

  function start() {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    serviceWorker.addEventListener('message', ({ data }) => {
      if (isBuild(data)) isOutdated.value = !ownEntry().endsWith(`/${data.entry}`)
    })
    serviceWorker.startMessages()
    // Once it is known how people sign in, and again for each server that may be a newer one.
    watch(
      () => session.session && live.status === 'live' && session.session.login_type,
      (loginType) => {
        if (!loginType) return
        const address = new URL(loginType === 'basic' ? 'sw.js?basic' : 'sw.js', document.baseURI)
        // The page works without one, which a browser may refuse, and a server that is gone again is asked next time.
        serviceWorker
          .register(address, { updateViaCache: 'none' })
          .then((registration) => registration.update())
          .catch(() => undefined)
      },
    )
  }

  return { isOutdated, start }
})

/** The address of the script that the page began with. */
function ownEntry(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''
}

/** What a worker says when it takes over; another version may say other things. */
function isBuild(data: unknown): data is { kind: 'build'; entry: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'kind' in data &&
    data.kind === 'build' &&
    'entry' in data &&
    typeof data.entry === 'string'
  )
}
