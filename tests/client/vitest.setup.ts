import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterEach, vi } from 'vitest'
import { routes } from '#contract/routes'
import { FakeStream } from './support/fakeStream'

vi.stubGlobal('EventSource', FakeStream)
// As the build does; not stubbed, so that no test takes it away.
Object.assign(globalThis, { ROUTES: routes })

// Hooks run last to first: what a test mounted is taken down before the page is emptied.
afterEach(() => {
  FakeStream.opened = []
  window.localStorage.clear()
  window.sessionStorage.clear()
  document.body.innerHTML = ''
  // The files of a worker share one window, and one clock.
  vi.useRealTimers()
  vi.restoreAllMocks()
})
// Once more for each file, as the files of a worker share their modules.
disableAutoUnmount()
enableAutoUnmount(afterEach)
