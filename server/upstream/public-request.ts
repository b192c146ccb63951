import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, NotPublic } from './public-address'

/** All addresses of a host, as `dns.lookup` gives them. */
export type LookupAll = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** What is asked of a public address. */
interface PublicQuestion {
  method: 'GET' | 'POST'
  headers: Headers
  body?: string | Uint8Array<ArrayBuffer>
  signal: AbortSignal
}

/** Asks once, without following redirects. @throws NotPublic, and whatever the connection fails with. */
export type PublicRequest = (address: string, question: PublicQuestion) => Promise<Response>

const lookUpAll: LookupAll = (host, callback) => systemLookup(host, { all: true }, callback)

/**
 * Asks public addresses alone. Names are looked up for the connection itself and every address found has to be
 * public, so that a name cannot lead elsewhere between check and use. Connections are not shared, and what is
 * answered is neither decompressed nor redirected.
 * @param options.isAllowed tells which addresses count as public.
 */
export function createPublicRequest({
  lookUp = lookUpAll,
  isAllowed = isPublicAddress,
}: { lookUp?: LookupAll; isAllowed?: (address: string) => boolean } = {}): PublicRequest {
  const lookup: LookupFunction = (host, options, callback) => {
    lookUp(host, (error, addresses) => {
      const [first] = addresses ?? []
      // A name that is not found is refused in the same words, or it would be told which names a network has.
      if (error || !first) callback(new NotPublic({ cause: error }), [])
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new NotPublic(), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address that is written out is not looked up.
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
    // What comes nevertheless would keep the connection open as long as the other side likes.
    incoming.destroy()
    return new Response(null, { status, headers })
  }
  return new Response(streamOf(incoming), { status, headers })
}

/** Passes on what arrives as it is asked for: whoever stops reading stops the other side. */
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
