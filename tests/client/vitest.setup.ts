import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'

// What a test mounted is taken down after it, with its timers and listeners.
enableAutoUnmount(afterEach)
afterEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  document.body.innerHTML = ''
})
