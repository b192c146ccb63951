import type { CoverSource } from '../covers.types'
import { readBounded } from '#server/upstream/bounded-body'
import { withTimeLimit } from '#server/upstream/time-limit'

export interface CoverSourceDependencies {
  /** Usually `globalThis.fetch`. */
  fetch: typeof globalThis.fetch
  /** In milliseconds, for the whole picture. */
  timeoutMs?: number
  maxBytes?: number
}

/** Fetches pictures over http(s); a redirect is refused, as it leads to where the catalogue did not point. */
export function createCoverSource({
  fetch,
  timeoutMs = 10_000,
  maxBytes = 10_000_000,
}: CoverSourceDependencies): CoverSource {
  return {
    fetch(address) {
      if (!/^https?:$/.test(new URL(address).protocol))
        throw new Error('A cover comes over http or https only')
      return withTimeLimit(timeoutMs, undefined, async (signal) => {
        const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'image/*' } })
        if (!response.ok) throw new Error(`The cover was answered with status ${response.status}`)
        return readBounded(response, maxBytes)
      })
    },
  }
}
