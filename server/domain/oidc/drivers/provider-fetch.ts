import type { CustomFetch } from 'openid-client'
import { fetchWhole } from '#server/upstream/whole-answer'

/** Bytes of one answer: configurations and sets of keys have a few kB, ID tokens with many groups some more. */
const MAX_ANSWER_BYTES = 1_000_000

/** Addresses of a configuration that are asked one after the other: one for a slash, some for a move. */
const MAX_ADDRESSES = 6

/** Reaches a provider. No answer is longer than any real one, and no redirect is followed. */
export function boundedFetch(fetch: typeof globalThis.fetch): CustomFetch {
  const read = fetchWhole(fetch, MAX_ANSWER_BYTES)
  return (address, { body, ...options }) =>
    read(address, {
      ...options,
      // The copy is for the type alone, which leaves out shared memory; forms are what is sent.
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
    })
}

/**
 * Reads the configuration of a provider: redirects are followed within its origin, as many servers redirect for
 * a slash at the end or a moved path, and where there is nothing, the address is tried with that slash or without.
 */
export function configurationFetch(reach: CustomFetch): CustomFetch {
  return async (address, options) => {
    const response = await follow(reach, address, options)
    if (response.status !== 404) return response
    const other = new URL(address)
    other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`
    const second = await follow(reach, other.href, options)
    return second.status === 404 ? response : second
  }
}

async function follow(
  reach: CustomFetch,
  address: string,
  options: Parameters<CustomFetch>[1],
): Promise<Response> {
  const { origin } = new URL(address)
  const seen = new Set<string>()
  let at = address
  for (;;) {
    seen.add(at)
    const response = await reach(at, options)
    const location = response.headers.get('location')
    const redirects = [301, 302, 303, 307, 308].includes(response.status)
    if (!redirects || location === null || !URL.canParse(location, at)) return response
    const next = new URL(location, at)
    if (next.origin !== origin || seen.has(next.href) || seen.size === MAX_ADDRESSES) return response
    at = next.href
  }
}
