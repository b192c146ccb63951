declare const Deno: { createHttpClient: (options: { poolMaxIdlePerHost: number }) => object } | undefined

/**
 * The fetch of this runtime, so that it sends a change once. That of Deno sends any request again whose connection, kept
 * from an earlier one, breaks before the answer: a release would be added twice. There, a change gets a connection of
 * its own.
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
