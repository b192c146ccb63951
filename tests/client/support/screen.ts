import { vi } from 'vitest'

/** What the media queries of the page find, until mocks are restored. */
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
