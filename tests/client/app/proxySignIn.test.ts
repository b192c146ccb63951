import { expect, it, vi } from 'vitest'
import { reloadForProxy } from '#client/app/proxySignIn'

function aPage({ storage = new Map<string, string>(), anyChanged = false } = {}) {
  const reload = vi.fn()
  const sessionStorage = {
    ...window.sessionStorage,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  }
  const location = { ...window.location, reload }
  return {
    reload,
    storage,
    signInAt: (at: number) =>
      reloadForProxy({ page: { location, sessionStorage }, unsaved: { anyChanged }, now: () => at }),
  }
}

it('loads the page again, so that the proxy can ask', () => {
  const page = aPage()
  page.signInAt(1_000_000)
  expect(page.reload).toHaveBeenCalledOnce()
})

it('does not go on reloading if the proxy still refuses the calls of the new page', () => {
  const first = aPage()
  first.signInAt(1_000_000)
  const second = aPage({ storage: first.storage })
  second.signInAt(1_001_000)
  second.signInAt(1_059_000)
  expect(second.reload).not.toHaveBeenCalled()
  second.signInAt(1_060_000)
  expect(second.reload).toHaveBeenCalledOnce()
})

it('reloads although the clock has been set back', () => {
  const page = aPage()
  page.signInAt(9_000_000)
  page.signInAt(1_000_000)
  expect(page.reload).toHaveBeenCalledTimes(2)
})

it('never loses unsaved input', () => {
  const page = aPage({ anyChanged: true })
  page.signInAt(1_000_000)
  expect(page.reload).not.toHaveBeenCalled()
})

it('leaves it to the person where the browser forbids storage', () => {
  const page = aPage({
    storage: new (class extends Map<string, string> {
      override set(): this {
        throw new DOMException('Forbidden', 'SecurityError')
      }
    })(),
  })
  page.signInAt(1_000_000)
  expect(page.reload).not.toHaveBeenCalled()
})
