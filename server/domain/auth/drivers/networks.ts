import ipaddr from 'ipaddr.js'

/** IPv6 prefix length of one household or server, which can change the remaining bits at will. */
const IPV6_PREFIX = 64

/** Prefix lengths of the networks that one customer of a hosting provider may have. */
const WIDE_PREFIX = { ipv4: 24, ipv6: 56 }

/** Local networks, in which each address is one device. */
const LOCAL_RANGES: ReadonlySet<string> = new Set(['private', 'loopback', 'linkLocal'])

/**
 * The lane of an address in a crowded queue: its whole network, because attackers may have several
 * neighbouring addresses. A local address has its own lane.
 */
export function wideNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    if (LOCAL_RANGES.has(parsed.range())) return parsed.toString()
    return ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${WIDE_PREFIX.ipv4}`).toString()
  }
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${WIDE_PREFIX.ipv6}`).toString()
}

/**
 * The key that wrong passwords are counted under: the address itself for IPv4, its network for IPv6. Text
 * that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()
}
