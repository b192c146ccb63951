import ipaddr from 'ipaddr.js'

/** The address is not public, or its name does not resolve; callers cannot tell which. */
export class NotPublic extends Error {
  constructor(options?: ErrorOptions) {
    super('The address is not public', options)
    this.name = 'NotPublic'
  }
}

/** The block of global unicast addresses (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet: not loopback, link-local, private, carrier-grade NAT, multicast,
 * reserved for documentation or tunnels, nor such an IPv4 address inside an IPv6 one.
 * @param address an IP address as text; anything else is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : true
}

/** Whether a URL has a literal IP address that is not public. */
export function isPrivateAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) && !isPublicAddress(host)
}
