import { NestedTooDeeply } from './parse-json'
import { findDeepNesting } from '#contract/json-nesting'
import { readBounded } from './bounded-body'

/** Statuses whose answers have no body (Fetch Standard, 2.2.3). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304])

/**
 * A fetch for packages that read answers by themselves, and without a limit: they get answers that have been read
 * whole by the shared reader. The signal of a call ends the reading as well.
 * @param maxBytes of an answer, after content decoding.
 * @returns a fetch that also throws BodyTooLarge, and NestedTooDeeply for JSON that is.
 */
export function fetchWhole(fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { status, statusText, headers } = response
    const body = await readBounded(response, maxBytes)
    if (WITHOUT_BODY.has(status)) return new Response(null, { status, statusText, headers })
    const text = new TextDecoder().decode(body)
    if (/^\s*[[{]/.test(text) && findDeepNesting(text) >= 0) throw new NestedTooDeeply()
    return new Response(body, { status, statusText, headers })
  }
}
