import { getRequestHeader, getRequestIP, type H3Event } from 'h3'
import type { Config } from '../config'
import { isInNetworks } from './networks'

/** How a request arrived, seen from the person's browser. */
export interface RequestOrigin {
  /** Address of the person, or of the proxy when that is not trusted. */
  address: string
  protocol: 'http' | 'https'
  /** Host and port as in the address bar. */
  host: string
  /** Whether the other end of the connection is a proxy whose headers count. */
  trusted: boolean
}

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host`, which count only when the connection comes from a trusted
 * proxy. Of a chain of addresses the last one that is no trusted proxy is the person: everything before it
 * could be made up.
 */
export function requestOrigin(event: H3Event, config: Pick<Config, 'trustedProxies'>): RequestOrigin {
  const peer = getRequestIP(event) ?? ''
  const host = getRequestHeader(event, 'host') ?? ''
  const trusted = isInNetworks(peer, config.trustedProxies)
  const protocol = isEncrypted(event) ? 'https' : 'http'
  if (!trusted) return { address: peer, protocol, host, trusted }

  const forwardedProtocol = lastOf(getRequestHeader(event, 'x-forwarded-proto'))?.toLowerCase()
  return {
    address: forwardedAddress(getRequestHeader(event, 'x-forwarded-for'), config) ?? peer,
    protocol: forwardedProtocol === 'https' ? 'https' : forwardedProtocol === 'http' ? 'http' : protocol,
    host: lastOf(getRequestHeader(event, 'x-forwarded-host')) ?? host,
    trusted,
  }
}

function forwardedAddress(header: string | undefined, config: Pick<Config, 'trustedProxies'>) {
  const chain = (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return chain.findLast((address) => !isInNetworks(address, config.trustedProxies)) ?? chain[0]
}

function lastOf(header: string | undefined): string | undefined {
  const value = header?.split(',').at(-1)?.trim()
  return value === '' ? undefined : value
}

function isEncrypted(event: H3Event): boolean {
  const socket = event.node.req.socket
  return 'encrypted' in socket && socket.encrypted === true
}
