import { NestedTooDeeply } from './parse-json'
import { findDeepNesting } from '#contract/json-nesting'
import { readBounded } from './bounded-body'

/** Statuses without a body (Fetch Standard, 2.2.3). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304])

/**
 * A fetch for packages that read responses themselves without a limit: they get responses already read in
 * full by the shared reader. A call's signal also ends the reading.
 * @param maxBytes of a response, after content decoding.
 * @returns a fetch that also throws BodyTooLarge, and NestedTooDeeply for such JSON.
 */
export function fetchBuffered(fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch {
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
