import ipaddr from 'ipaddr.js'

/** Prefix length of the IPv6 network of one household or server; its owner can change the rest at will. */
const IPV6_PREFIX = 64

/** Prefix lengths that one customer of a hosting provider may have. */
const WIDE_PREFIX = { ipv4: 24, ipv6: 56 }

/** Local networks, in which each address is one device. */
const DEVICES_OF_THEIR_OWN: ReadonlySet<string> = new Set(['private', 'loopback', 'linkLocal'])

/**
 * The lane of an address in a crowded queue: a whole network, as attackers have several neighbouring addresses. A local
 * address is a lane of its own.
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
 * What wrong passwords are counted under: the address itself for IPv4, its network for IPv6. Text that is not an
 * address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()
}
