import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, vi } from 'vitest'
import { FakeStream } from './support/fakeStream'

vi.stubGlobal('EventSource', FakeStream)

// Hooks run last to first: what a test mounted is taken down before the page is emptied.
afterEach(() => {
  FakeStream.opened = []
  window.localStorage.clear()
  window.sessionStorage.clear()
  document.body.innerHTML = ''
})
enableAutoUnmount(afterEach)
