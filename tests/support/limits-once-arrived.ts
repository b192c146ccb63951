import { eventually } from './eventually'

/**
 * The platform's fetch for tests of short timeouts: a timeout aborts a request only once the server has
 * received it, so that a slow machine never aborts it on the way.
 * @param arrived whether the server has received it.
 */
export function timeoutAfterArrival(arrived: () => boolean): typeof globalThis.fetch {
  return async (input, init) => {
    const limit = init?.signal
    if (!limit) return fetch(input, init)
    const ending = new AbortController()
    const end = async () => {
      await eventually(() => {
        if (!arrived()) throw new Error('The request has not arrived')
      }).catch(() => undefined)
      ending.abort(limit.reason)
    }
    limit.addEventListener('abort', () => void end(), { once: true })
    return fetch(input, { ...init, signal: ending.signal })
  }
}
