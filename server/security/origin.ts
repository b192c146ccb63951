import { getRequestHeader, getRequestIP, type H3Event } from 'h3'
import type { Config } from '#server/start/config'
import { isHost } from './host-names'
import { isInNetworks, normaliseAddress, isLocal } from './networks'

/** How a request arrived, seen from the person's browser. */
export interface RequestOrigin {
  /** Address of the person, or of the proxy when that is not trusted. */
  address: string
  protocol: 'http' | 'https'
  /** Host and port as in the address bar. */
  host: string
  /** Whether the other end of the connection is a proxy whose headers count. */
  trusted: boolean
  /** Whether it is a proxy whose headers do not count, so that everybody behind it has its address. */
  untrustedProxy: boolean
}

/** Where the person reaches this server: scheme, host and port. */
export const siteOf = ({ protocol, host }: RequestOrigin) => `${protocol}://${host}`

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host`, which count only when the connection comes from a trusted
 * proxy. Of a chain of addresses the last one that is no trusted proxy is the person: everything before it
 * could be made up. A host that is none is an empty one, as it ends up in addresses.
 */
export function requestOrigin(event: H3Event, config: Pick<Config, 'trustedProxies'>): RequestOrigin {
  const peer = normaliseAddress(getRequestIP(event) ?? '') ?? ''
  const host = hostIn(getRequestHeader(event, 'host')) ?? ''
  const trusted = isInNetworks(peer, config.trustedProxies)
  const protocol = isEncrypted(event) ? 'https' : 'http'
  if (!trusted) {
    // From elsewhere the headers prove nothing: anybody could send them to be counted more kindly.
    return { address: peer, protocol, host, trusted, untrustedProxy: isLocal(peer) && isForwarded(event) }
  }

  const forwardedProtocol = lastOf(getRequestHeader(event, 'x-forwarded-proto'))?.toLowerCase()
  return {
    address: forwardedAddress(getRequestHeader(event, 'x-forwarded-for'), peer, config),
    protocol: forwardedProtocol === 'https' ? 'https' : forwardedProtocol === 'http' ? 'http' : protocol,
    host: hostIn(lastOf(getRequestHeader(event, 'x-forwarded-host'))) ?? host,
    trusted,
    untrustedProxy: false,
  }
}

/** Whether a proxy says on whose behalf it asks, in its own words or those of RFC 7239. */
function isForwarded(event: H3Event): boolean {
  return ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'].some(
    (name) => getRequestHeader(event, name) !== undefined,
  )
}

/** Goes from proxy to proxy towards the person, as far as each is trusted to tell who was before it. */
function forwardedAddress(
  header: string | undefined,
  peer: string,
  config: Pick<Config, 'trustedProxies'>,
): string {
  let nearest = peer
  for (const entry of (header ?? '').split(',').toReversed()) {
    const address = normaliseAddress(entry.trim())
    if (address === undefined) return nearest
    nearest = address
    if (!isInNetworks(address, config.trustedProxies)) return nearest
  }
  return nearest
}

function hostIn(header: string | undefined): string | undefined {
  return header !== undefined && isHost(header) ? header : undefined
}

function lastOf(header: string | undefined): string | undefined {
  return header?.split(',').at(-1)?.trim()
}

function isEncrypted(event: H3Event): boolean {
  const socket = event.node.req.socket
  return 'encrypted' in socket && socket.encrypted === true
}
