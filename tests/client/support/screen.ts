import { vi } from 'vitest'

/** Sets the result of the page's media queries, until mocks are restored. */
export function screenIsWide(wide: boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: wide,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
}
