import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFailureStore } from '#client/app/failure'

describe('a page that fails', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it.each([
    'Failed to fetch dynamically imported module: https://x/assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
  ])('offers the new version after %s', (message) => {
    const failure = useFailureStore()
    failure.report(new TypeError(message))
    expect(failure.kind).toBe('outdated')
  })

  it('says that it broke after any other error', () => {
    const failure = useFailureStore()
    failure.report(new TypeError('x is undefined'))
    expect(failure.kind).toBe('crash')
  })
})
