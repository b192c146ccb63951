import ipaddr from 'ipaddr.js'

/** An address range: the network's address and its prefix length in bits. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** IPv4 addresses on an IPv6 socket (`::ffff:…`) are compared as IPv4. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Given an address of the other kind, the library throws internally, which costs more than the rest of a
  // request.
  const valid = text.includes(':')
    ? ipaddr.IPv6.isValid(text)
    : // Some programs accept short forms such as `10.1`, but they mislead people.
      text.includes('.') && ipaddr.IPv4.isValidFourPartDecimal(text)
  return valid ? ipaddr.process(text) : undefined
}

/**
 * Normalises an address: no port, brackets or link-local zone.
 * @returns undefined if the text is not an address.
 */
export function normaliseAddress(text: string): string | undefined {
  const [, bracketed, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const [address = ''] = (bracketed ?? beforePort ?? text).split('%', 1)
  return parseAddress(address)?.toString()
}

/**
 * Parses a comma-separated list of addresses and CIDR networks.
 * @returns undefined when an entry is neither.
 */
export function parseNetworks(text: string): Network[] | undefined {
  const networks: Network[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    if (ipaddr.isValidCIDR(entry)) {
      networks.push(ipaddr.parseCIDR(entry))
      continue
    }
    const address = parseAddress(entry)
    if (!address) return undefined
    networks.push([address, address.kind() === 'ipv4' ? 32 : 128])
  }
  return networks
}

/** Whether an address belongs to this machine or to a network that the internet cannot reach. */
export function isLocal(address: string): boolean {
  const range = parseAddress(address)?.range()
  return range !== undefined && LOCAL_RANGES.has(range)
}

/** Whether an address is in one of the networks; false for text that is not an address. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address)
  if (!parsed) return false
  return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
}
