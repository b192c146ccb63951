import type { MediaSource } from '#server/domain/catalogue/covers.types'
import { readBounded } from '#server/upstream/bounded-body'
import type { PublicRequest } from '#server/upstream/public-request'
import { withTimeout } from '#server/async/timeout'

interface MediaSourceDependencies {
  /** Can reach any address; used for the catalogue's own. */
  fetch: typeof globalThis.fetch
  /** Can reach only public addresses; used for all others. */
  publicly: PublicRequest
  /** The configured address of the catalogue. */
  catalogueAddress: string
  /** The requested media type, for the Accept header. */
  accept: string
  /** Timeout for the whole fetch, in milliseconds. */
  timeoutMs?: number
  maxBytes?: number
}

/**
 * Fetches covers and samples over http(s). A book's address may lead to the public internet or to the
 * catalogue itself, which may be on a private network, but to nothing else on such a network. Redirects are
 * refused, because they lead where the catalogue did not point.
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
      if (!/^https?:$/.test(protocol))
        throw new Error('Covers and samples are fetched only over http or https')
      return withTimeout(timeoutMs, undefined, async (signal) => {
        const response = await (origin === own
          ? fetch(address, { signal, redirect: 'manual', headers })
          : publicly(address, { method: 'GET', signal, headers: new Headers(headers) }))
        if (!response.ok) {
          await response.body?.cancel()
          throw new Error(`The server responded with status ${response.status}`)
        }
        return readBounded(response, maxBytes)
      })
    },
  }
}
