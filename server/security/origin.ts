import { getRequestIP, type H3Event } from 'h3'
import type { Config } from '#server/platform/config'
import { isHost } from './host-names'
import { isInNetworks, normaliseAddress, isLocal } from './networks'
import { forwardedHeader, requestHeader } from './request-header'

/** How a request arrived, as the person's browser sees it. */
export interface RequestOrigin {
  /** Address of the person, or of an untrusted proxy. */
  address: string
  protocol: 'http' | 'https'
  /** Host and port as in the address bar. */
  host: string
  /** Whether the peer is a trusted proxy. */
  trusted: boolean
  /** Whether the peer is an untrusted proxy, so that everyone behind it has its address. */
  untrustedProxy: boolean
}

/** The address that the person uses: scheme, host and port. */
export const siteOf = ({ protocol, host }: RequestOrigin) => `${protocol}://${host}`

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host`, which count only from a trusted proxy. In a chain of
 * addresses, the last untrusted one is the person: everything before it could be forged. An invalid host
 * becomes empty, because hosts end up in links.
 */
export function requestOrigin(event: H3Event, config: Pick<Config, 'trustedProxies'>): RequestOrigin {
  const peer = normaliseAddress(getRequestIP(event) ?? '') ?? ''
  const host = hostIn(requestHeader(event, 'host')) ?? ''
  const trusted = isInNetworks(peer, config.trustedProxies)
  const protocol = isEncrypted(event) ? 'https' : 'http'
  if (!trusted) {
    // From untrusted peers, the headers are ignored: anyone could send them to be throttled less.
    return { address: peer, protocol, host, trusted, untrustedProxy: isLocal(peer) && isForwarded(event) }
  }

  return {
    address: forwardedAddress(forwardedHeader(event, 'x-forwarded-for'), peer, config),
    protocol: forwardedProtocol(forwardedHeader(event, 'x-forwarded-proto')) ?? protocol,
    host: hostIn(lastOf(forwardedHeader(event, 'x-forwarded-host'))) ?? host,
    trusted,
    untrustedProxy: false,
  }
}

/**
 * The protocol of the person’s browser in a list that each proxy of a chain extends. The last part of the way is often
 * http, so https anywhere counts.
 */
function forwardedProtocol(header: string | undefined): 'http' | 'https' | undefined {
  const protocols = (header ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  return (['https', 'http'] as const).find((protocol) => protocols.includes(protocol))
}

/** Whether a proxy names its client, in X-Forwarded headers or those of RFC 7239. */
function isForwarded(event: H3Event): boolean {
  return ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'].some(
    (name) => requestHeader(event, name) !== undefined,
  )
}

/** Follows the chain of trusted proxies back to the person. */
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
