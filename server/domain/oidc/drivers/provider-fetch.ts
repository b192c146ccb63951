import type { CustomFetch } from 'openid-client'
import { readBoundedText } from '#server/upstream/bounded-body'
import { redactAnswer } from '#server/upstream/redact-answer'
import { redact } from '#server/upstream/redaction.rules'
import { fetchBuffered } from '#server/upstream/whole-answer'

/**
 * Maximum bytes per response: configurations and key sets have a few kB, ID tokens with many groups a little
 * more.
 */
const MAX_RESPONSE_BYTES = 1_000_000

/** Maximum configuration addresses to try in turn: one for a trailing slash, the others for moved paths. */
const MAX_ADDRESSES = 6

/** Calls a provider. Limits the size of responses, and follows no redirects. */
export function boundedFetch(fetch: typeof globalThis.fetch): CustomFetch {
  const read = fetchBuffered(fetch, MAX_RESPONSE_BYTES)
  return (address, { body, ...options }) =>
    read(address, {
      ...options,
      // The copy only satisfies the type, which excludes shared memory; only forms are sent.
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
    })
}

/** Calls a provider, whose answers repeat nothing that signs in the client. */
export function discreetFetch(reach: CustomFetch, secrets: readonly string[]): CustomFetch {
  return async (address, options) => {
    const response = await reach(address, options)
    if (response.body === null) return response
    const { status, statusText } = response
    const headers = new Headers(response.headers)
    const challenge = headers.get('www-authenticate')
    if (challenge !== null) headers.set('www-authenticate', redact(challenge, secrets))
    const text = await readBoundedText(response, MAX_RESPONSE_BYTES)
    return new Response(redactAnswer(text, secrets), { status, statusText, headers })
  }
}

/**
 * Reads a provider's configuration. Follows redirects within its origin, as many servers redirect for a trailing slash
 * or a moved path; on a 404, tries with or without that slash.
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
