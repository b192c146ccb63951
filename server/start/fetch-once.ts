declare const Deno: { createHttpClient: (options: { poolMaxIdlePerHost: number }) => object } | undefined

/**
 * This runtime's fetch, made to send a change only once. Deno's resends any request if a reused connection breaks
 * before the answer, which would add a release twice. There, a change gets a connection of its own.
 */
export function fetchOnce(): typeof fetch {
  if (typeof Deno === 'undefined') return globalThis.fetch
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 })
  return (input, init) => {
    const mayBeRepeated = (init?.method ?? 'GET') === 'GET'
    const once = { ...init, client }
    return globalThis.fetch(input, mayBeRepeated ? init : once)
  }
}
