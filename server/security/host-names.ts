import { isLocal } from './networks'

/** Suffixes of private networks: RFC 6762, RFC 8375, RFC 6761, and ICANN for `internal`. */
const OWN_ENDINGS = ['.local', '.lan', '.home.arpa', '.internal', '.localhost']

/**
 * The unspecified address, which people copy from the log line about listening. IP addresses need no DNS, so
 * no one can point them here.
 */
const ANY_ADDRESS = ['0.0.0.0', '::']

/** A host name, IPv4 address or bracketed IPv6 address, with or without a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** Maximum characters of a DNS name, dots included. */
const MAX_NAME = 253
const MAX_LABEL = 63

/** Whether a header is a valid host, with or without a port. */
export function isHost(header: string): boolean {
  return HOST.test(header)
}

/**
 * The normalised name in a `Host` header: no port, brackets or trailing dot, lower case, and addresses as browsers
 * write them, whatever base their numbers have.
 * @returns undefined if it is not a host.
 */
export function hostName(header: string): string | undefined {
  return isHost(header) ? nameIn(header) : undefined
}

/** https://url.spec.whatwg.org/#host-parsing, without what DNS does not allow. */
function nameIn(host: string): string | undefined {
  const address = `http://${host}`
  if (!URL.canParse(address)) return undefined
  const name = new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const fits =
    name.length <= MAX_NAME && name.split('.').every((label) => label !== '' && label.length <= MAX_LABEL)
  return fits ? name : undefined
}

/**
 * Parses a comma-separated list of names that the server answers to: names, addresses, `*.example.org` for all its
 * subdomains, `*` for any.
 * @returns each normalised as by {@link hostName}; undefined if an entry is none of these.
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
  const bare = /^[0-9a-f:.]+$/i.test(name) && name.split(':').length > 2 ? `[${name}]` : name
  // Names beyond ASCII may be written as people read them; schemes, ports and paths are not part of a name.
  if (!/^(?:[^\s\p{Cc}/\\:@?#%*[\]]+|\[[0-9a-f:.]+\])$/iu.test(bare)) return undefined
  const parsed = nameIn(bare)
  if (parsed === undefined || (below !== '' && isNumber(parsed))) return undefined
  return below + parsed
}

const isNumber = (name: string) => name.includes(':') || /(^|\.)\d+$/.test(name)

/** The server's names beyond those of its own network. */
export interface OwnNames {
  /** The machine's own name. */
  machine: string
  publicUrl: string | undefined
  /** As {@link parseAllowedHosts} returns them. */
  allowed: readonly string[]
}

/**
 * Recognises the names under which requests are answered: those that no one else can point here. Whoever owns
 * a name on the internet can point it here, and a browser then treats this server as that site.
 * @returns a function that checks a name normalised by {@link hostName}.
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
    // A name of one part belongs to the local network: names on the internet have more.
    !/[.:]/.test(name) ||
    endings.some((ending) => name.endsWith(ending)) ||
    isLocal(name)
}
