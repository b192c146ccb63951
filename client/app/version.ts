import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { hasFields } from './hasFields'
import { useLiveStore } from './live/live'
import { useSessionStore } from './session'

/**
 * Whether a newer version of the app is available than the open page, as reported by its service worker. Browsers allow
 * one only on https and on localhost, and there is none in development.
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
    // Once the login type is known, and again after each reconnect, because the server may be newer.
    watch(
      () => session.session && live.status === 'live' && session.session.login_type,
      (loginType) => {
        if (!loginType) return
        const address = new URL(loginType === 'basic' ? 'sw.js?basic' : 'sw.js', document.baseURI)
        // The page works without one: a browser may refuse it, and a reconnect after an outage tries again.
        serviceWorker
          .register(address, { updateViaCache: 'none' })
          .then((registration) => registration.update())
          .catch(() => undefined)
      },
    )
  }

  return { isOutdated, start }
})

/** The address of the page's entry script. */
function ownEntry(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''
}

/** A worker's announcement when it takes over; other versions may send other messages. */
function isBuild(data: unknown): data is { kind: 'build'; entry: string } {
  return hasFields(data, { kind: 'string', entry: 'string' }) && data.kind === 'build'
}
