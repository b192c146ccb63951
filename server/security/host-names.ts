import { isLocal } from './networks'

/** Names under these endings are given out in a network of one's own: RFC 6762, RFC 8375, RFC 6761, ICANN for `internal`. */
const OWN_ENDINGS = ['.local', '.lan', '.home.arpa', '.internal', '.localhost']

/** All addresses of this machine, which people copy from where it says that it listens; numbers have no DNS. */
const ANY_ADDRESS = ['0.0.0.0', '::']

/** A host name, IPv4 address or bracketed IPv6 address, with or without a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** Characters of a name in DNS, dots included. */
const MAX_NAME = 253
const MAX_LABEL = 63

/** Whether a header holds a host as an address may have it, with or without a port. */
export function isHost(header: string): boolean {
  return HOST.test(header)
}

/**
 * The name in a `Host` header in its one spelling: without port, brackets and the dot at the end, in small
 * letters, and addresses as browsers write them, whatever base their numbers have.
 * @returns undefined when it is no host.
 */
export function hostName(header: string): string | undefined {
  return isHost(header) ? nameIn(header) : undefined
}

/** https://url.spec.whatwg.org/#host-parsing, with what DNS does not allow left out. */
function nameIn(host: string): string | undefined {
  const address = `http://${host}`
  if (!URL.canParse(address)) return undefined
  const name = new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const fits =
    name.length <= MAX_NAME && name.split('.').every((label) => label !== '' && label.length <= MAX_LABEL)
  return fits ? name : undefined
}

/**
 * Reads a comma-separated list of names that the server answers to: names, addresses, `*.example.org` for every
 * name below that one, `*` for all.
 * @returns each in the spelling of {@link hostName}; undefined when an entry is none of these.
 */
export function parseAllowedHosts(text: string): string[] | undefined {
  const allowed: string[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const parsed = parseEntry(entry)
    if (parsed === undefined) return undefined
    allowed.push(parsed)
  }
  return allowed
}

function parseEntry(entry: string): string | undefined {
  if (entry === '*') return entry
  const [, below = '', name = ''] = /^(\*\.)?(.*)$/.exec(entry) ?? []
  const bare = /^[0-9a-f.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(name) ? `[${name}]` : name
  // Names beyond ASCII are written as people read them; a scheme, port or path belongs to no name.
  if (!/^(?:[^\s\p{Cc}/\\:@?#%*[\]]+|\[[0-9a-f:.]+\])$/iu.test(bare)) return undefined
  const parsed = nameIn(bare)
  if (parsed === undefined || (below !== '' && isNumber(parsed))) return undefined
  return below + parsed
}

const isNumber = (name: string) => name.includes(':') || /(^|\.)\d+$/.test(name)

/** What a server is known as beside the names of its own network. */
export interface OwnNames {
  /** What the machine calls itself. */
  machine: string
  publicUrl: string | undefined
  /** As {@link parseAllowedHosts} returns them. */
  allowed: readonly string[]
}

/**
 * Tells the names under which requests are answered: those that nobody else can have lead here. A name on the
 * internet can be made to lead here by whoever owns it, and a browser then takes this server for that site.
 * @returns says it of a name as {@link hostName} spells it.
 */
export function createKnownNames({ machine, publicUrl, allowed }: OwnNames): (name: string) => boolean {
  const all = allowed.includes('*')
  const names = new Set([
    ...ANY_ADDRESS,
    ...allowed,
    ...[machine, publicUrl && new URL(publicUrl).host].map((name) => name && hostName(name)),
  ])
  const endings = [
    ...OWN_ENDINGS,
    ...allowed.filter((entry) => entry.startsWith('*.')).map((entry) => entry.slice(1)),
  ]

  return (name) =>
    all ||
    names.has(name) ||
    // A name of one part is one of the own network: those on the internet have more.
    !/[.:]/.test(name) ||
    endings.some((ending) => name.endsWith(ending)) ||
    isLocal(name)
}
