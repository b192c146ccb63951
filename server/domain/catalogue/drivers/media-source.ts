import type { MediaSource } from '#server/domain/catalogue/covers.types'
import { readBounded } from '#server/upstream/bounded-body'
import type { PublicRequest } from '#server/upstream/public-request'
import { withTimeLimit } from '#server/upstream/time-limit'

interface MediaSourceDependencies {
  /** Reaches any address; for the catalogue's own. */
  fetch: typeof globalThis.fetch
  /** Reaches public addresses alone, for all others. */
  publicly: PublicRequest
  /** The address of the catalogue as it is configured. */
  catalogueAddress: string
  /** The kind of media wanted, as the header Accept names it. */
  accept: string
  /** In milliseconds, for all of it. */
  timeoutMs?: number
  maxBytes?: number
}

/**
 * Fetches covers and samples over http(s). An address that comes with a book leads to the open network, or to the catalogue
 * itself, which may be in a private one: never to anything else there. A redirect is refused, as it leads to
 * where the catalogue did not point.
 */
export function createMediaSource({
  fetch,
  publicly,
  catalogueAddress,
  accept,
  timeoutMs = 10_000,
  maxBytes = 5_000_000,
}: MediaSourceDependencies): MediaSource {
  const own = URL.canParse(catalogueAddress) ? new URL(catalogueAddress).origin : null
  const headers = { accept }

  return {
    fetch(address) {
      const { protocol, origin } = new URL(address)
      if (!/^https?:$/.test(protocol)) throw new Error('Media come over http or https only')
      return withTimeLimit(timeoutMs, undefined, async (signal) => {
        const response = await (origin === own
          ? fetch(address, { signal, redirect: 'manual', headers })
          : publicly(address, { method: 'GET', signal, headers: new Headers(headers) }))
        if (!response.ok) {
          await response.body?.cancel()
          throw new Error(`It was answered with status ${response.status}`)
        }
        return readBounded(response, maxBytes)
      })
    },
  }
}
