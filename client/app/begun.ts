declare global {
  interface Window {
    /** The call that `public/early.js` started while the app was loading. */
    earmarkBegun?: { url: string; answer: Promise<Response> } | undefined
  }
}

/** The browser's fetch, except that a call already started is answered with its result, once. */
export function fetchBegun(page: Pick<Window, 'fetch' | 'earmarkBegun'>): typeof fetch {
  return async (input, init) => {
    const { earmarkBegun: begun } = page
    if (begun === undefined || input !== begun.url) return page.fetch(input, init)
    page.earmarkBegun = undefined
    // A failed one does not count: the network may be back.
    return begun.answer.catch(() => page.fetch(input, init))
  }
}
