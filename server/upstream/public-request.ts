import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, NotPublic } from './public-address'

/** All addresses of a host, as returned by `dns.lookup`. */
export type LookupAll = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A request to a public address. */
interface PublicQuestion {
  method: 'GET' | 'POST'
  headers: Headers
  body?: string | Uint8Array<ArrayBuffer>
  signal: AbortSignal
}

/** Makes one request without following redirects. @throws NotPublic, and whatever the connection fails with. */
export type PublicRequest = (address: string, question: PublicQuestion) => Promise<Response>

const lookUpAll: LookupAll = (host, callback) => systemLookup(host, { all: true }, callback)

/**
 * Sends requests only to public addresses. Names are resolved for the connection itself, and every address
 * found has to be public, so that a name cannot change between check and use. Connections are not shared,
 * responses are not decompressed, and redirects are not followed.
 * @param options.isAllowed decides which addresses count as public.
 */
export function createPublicRequest({
  lookUp = lookUpAll,
  isAllowed = isPublicAddress,
}: { lookUp?: LookupAll; isAllowed?: (address: string) => boolean } = {}): PublicRequest {
  const lookup: LookupFunction = (host, options, callback) => {
    lookUp(host, (error, addresses) => {
      const [first] = addresses ?? []
      // An unknown name is refused with the same error, otherwise callers could find out which names a
      // network has.
      if (error || !first) callback(new NotPublic({ cause: error }), [])
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new NotPublic(), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A literal address is not resolved.
    if (isIP(host) !== 0 && !isAllowed(host)) throw new NotPublic()
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        { method, headers: Object.fromEntries(headers), lookup, signal, agent: false },
        (incoming) => {
          try {
            resolve(responseOf(incoming))
          } catch (error) {
            incoming.destroy()
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}

/** @throws RangeError for a status that HTTP does not have. */
function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const retryAfter = incoming.headers['retry-after']
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  if (status === 204 || status === 205 || status === 304) {
    // Any further data would keep the connection open as long as the other side likes.
    incoming.destroy()
    return new Response(null, { status, headers })
  }
  return new Response(streamOf(incoming), { status, headers })
}

/** Passes on data only when it is read: a reader that stops also stops the other side. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Uint8Array) => {
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.once('end', () => controller.close())
      incoming.once('error', (error) => controller.error(error))
    },
    pull: () => void incoming.resume(),
    cancel: () => void incoming.destroy(),
  })
}
