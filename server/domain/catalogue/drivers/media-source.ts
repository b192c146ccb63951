import type { MediaSource } from '#server/domain/catalogue/covers.types'
import { readBounded } from '#server/upstream/bounded-body'
import type { PublicRequest } from '#server/upstream/public-request'
import { withTimeLimit } from '#server/upstream/time-limit'

interface MediaSourceDependencies {
  /** Reaches any address; used for the catalogue's own. */
  fetch: typeof globalThis.fetch
  /** Reaches only public addresses; used for all others. */
  publicly: PublicRequest
  /** The configured address of the catalogue. */
  catalogueAddress: string
  /** The wanted media type, for the Accept header. */
  accept: string
  /** Timeout for the whole fetch, in milliseconds. */
  timeoutMs?: number
  maxBytes?: number
}

/**
 * Fetches covers and samples over http(s). An address that comes with a book may lead to the public internet or to the
 * catalogue itself, which may be on a private network, but to nothing else there. Redirects are refused, as they lead
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
