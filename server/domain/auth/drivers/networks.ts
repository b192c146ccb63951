import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that one household or server gets to itself; the rest can be changed at will. */
const IPV6_PREFIX = 64

/**
 * What wrong passwords from an address are counted under: the address itself for IPv4, its network for IPv6.
 * Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()
}
