import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that one household or server gets to itself; the rest can be changed at will. */
const IPV6_PREFIX = 64

/** Bits of an address that one customer of a provider may have to itself, as hosting companies give them out. */
const WIDE_PREFIX = { ipv4: 24, ipv6: 56 }

/** Ranges of local networks, where each address is a device of the house. */
const DEVICES_OF_THEIR_OWN: ReadonlySet<string> = new Set(['private', 'loopback', 'linkLocal'])

/**
 * Whose turns an address takes while many wait: more than one address, as whoever attacks has several beside each
 * other. Addresses of local networks are those of single devices.
 */
export function wideNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    if (DEVICES_OF_THEIR_OWN.has(parsed.range())) return parsed.toString()
    return ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${WIDE_PREFIX.ipv4}`).toString()
  }
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${WIDE_PREFIX.ipv6}`).toString()
}

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
