import { eventually } from './eventually'

/**
 * The fetch of the platform for tests of short time limits: the end of a limit ends the request once it has arrived
 * where it was sent, so that a slow machine never ends it on the way.
 * @param arrived whether it has.
 */
export function limitsOnceArrived(arrived: () => boolean): typeof globalThis.fetch {
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
