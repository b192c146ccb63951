declare const Deno: { createHttpClient: (options: { poolMaxIdlePerHost: number }) => object } | undefined

/**
 * This runtime's fetch, modified to send a change only once. Deno's fetch resends any request if a reused
 * connection breaks before the response, which would add a release twice. So on Deno, each change uses a new
 * connection.
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
