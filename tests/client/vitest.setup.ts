import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterEach, vi } from 'vitest'
import { routes } from '#contract/routes'
import { FakeStream } from './support/fakeStream'

vi.stubGlobal('EventSource', FakeStream)
// Replaced by the build in production; not stubbed, so that no test removes it.
Object.assign(globalThis, { ROUTES: routes })

// Hooks run in reverse: components are unmounted before the page is cleared.
afterEach(() => {
  FakeStream.opened = []
  window.localStorage.clear()
  window.sessionStorage.clear()
  document.body.innerHTML = ''
  // The files of a worker share one window and one clock.
  vi.useRealTimers()
  vi.restoreAllMocks()
})
// Again for each file, because the files of a worker share their modules.
disableAutoUnmount()
enableAutoUnmount(afterEach)
