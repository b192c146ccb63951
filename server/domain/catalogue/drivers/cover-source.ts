import type { CoverSource } from '#server/domain/catalogue/covers.types'
import { readBounded } from '#server/upstream/bounded-body'
import type { PublicRequest } from '#server/upstream/public-request'
import { withTimeLimit } from '#server/upstream/time-limit'

interface CoverSourceDependencies {
  /** Reaches any address; for the catalogue's own. */
  fetch: typeof globalThis.fetch
  /** Reaches public addresses alone, for all others. */
  publicly: PublicRequest
  /** The address of the catalogue as it is configured. */
  catalogueAddress: string
  /** In milliseconds, for the whole picture. */
  timeoutMs?: number
  maxBytes?: number
}

/**
 * Fetches pictures over http(s). An address that comes with a book leads to the open network, or to the catalogue
 * itself, which may be in a private one: never to anything else there. A redirect is refused, as it leads to
 * where the catalogue did not point.
 */
export function createCoverSource({
  fetch,
  publicly,
  catalogueAddress,
  timeoutMs = 10_000,
  maxBytes = 5_000_000,
}: CoverSourceDependencies): CoverSource {
  const own = URL.canParse(catalogueAddress) ? new URL(catalogueAddress).origin : null
  const headers = { accept: 'image/*' }

  return {
    fetch(address) {
      const { protocol, origin } = new URL(address)
      if (!/^https?:$/.test(protocol)) throw new Error('A cover comes over http or https only')
      return withTimeLimit(timeoutMs, undefined, async (signal) => {
        const response = await (origin === own
          ? fetch(address, { signal, redirect: 'manual', headers })
          : publicly(address, { method: 'GET', signal, headers: new Headers(headers) }))
        if (!response.ok) {
          await response.body?.cancel()
          throw new Error(`The cover was answered with status ${response.status}`)
        }
        return readBounded(response, maxBytes)
      })
    },
  }
}
