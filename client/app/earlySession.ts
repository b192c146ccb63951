declare global {
  interface Window {
    /** The call that `public/early.js` started while the app was loading. */
    earmarkEarlySession?: { url: string; answer: Promise<Response> } | undefined
  }
}

/** The browser's fetch, except that the first request for the URL already fetched reuses that response. */
export function fetchEarlySession(page: Pick<Window, 'fetch' | 'earmarkEarlySession'>): typeof fetch {
  return async (input, init) => {
    const { earmarkEarlySession: early } = page
    if (early === undefined || input !== early.url) return page.fetch(input, init)
    page.earmarkEarlySession = undefined
    // If the early request failed, it is repeated: the network may be back.
    return early.answer.catch(() => page.fetch(input, init))
  }
}
