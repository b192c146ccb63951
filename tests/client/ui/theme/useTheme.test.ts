import { describe, expect, it } from 'vitest'
import { createTheme } from '#client/ui/theme/useTheme'

const start = () => {
  const root = document.createElement('html')
  root.innerHTML =
    '<head><meta name="theme-color" data-scheme="light"><meta name="theme-color" data-scheme="dark"></head>'
  return { root, ...createTheme({ root, storage: window.localStorage }) }
}

describe('the theme', () => {
  it('follows the system until it is pinned', () => {
    const { theme, root } = start()
    expect(theme.value).toBe('system')
    expect(root.dataset['theme']).toBeUndefined()
  })

  it('is pinned on the page and for the next visit', () => {
    const { pin, root } = start()
    pin('dark')
    expect(root.dataset['theme']).toBe('dark')
    expect(start().root.dataset['theme']).toBe('dark')
  })

  it('follows the system again when it is unpinned', () => {
    const { pin, root } = start()
    pin('light')
    pin('system')
    expect(root.dataset['theme']).toBeUndefined()
    expect(start().theme.value).toBe('system')
  })

  it('colours the browser’s bar, too', () => {
    const { pin, root } = start()
    const bars = () => [...root.querySelectorAll('meta')].map((bar) => bar.getAttribute('media'))
    pin('dark')
    expect(bars()).toEqual(['not all', 'all'])
    pin('system')
    expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
  })

  it('ignores a damaged value', () => {
    window.localStorage.setItem('earmark.theme', 'pink')
    expect(start().theme.value).toBe('system')
  })
})
