declare global {
  interface Window {
    /** The call that `public/early.js` started while the app was loading. */
    earmarkBegun?: { url: string; answer: Promise<Response> } | undefined
  }
}

/** The browser's fetch, except that the first request for the URL already fetched reuses that response. */
export function fetchBegun(page: Pick<Window, 'fetch' | 'earmarkBegun'>): typeof fetch {
  return async (input, init) => {
    const { earmarkBegun: begun } = page
    if (begun === undefined || input !== begun.url) return page.fetch(input, init)
    page.earmarkBegun = undefined
    // If the early request failed, it is repeated: the network may be back.
    return begun.answer.catch(() => page.fetch(input, init))
  }
}
