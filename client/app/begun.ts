declare global {
  interface Window {
    /** The call that `public/early.js` has begun while the app was still on its way. */
    earmarkBegun?: { url: string; answer: Promise<Response> } | undefined
  }
}

/** Fetches as the browser does, but for the call that has begun already: its answer is taken, once. */
export function fetchBegun(page: Pick<Window, 'fetch' | 'earmarkBegun'>): typeof fetch {
  return async (input, init) => {
    const { earmarkBegun: begun } = page
    if (begun === undefined || input !== begun.url) return page.fetch(input, init)
    page.earmarkBegun = undefined
    // One that failed is none: the network may be back.
    return begun.answer.catch(() => page.fetch(input, init))
  }
}
