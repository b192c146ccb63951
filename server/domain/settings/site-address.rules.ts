/** A stored address is no longer than any real one. */
export const MAX_SITE_ADDRESS = 300

/**
 * What to remember of an address at which an administrator has come: scheme, host and port.
 * @param stored the address that is remembered; null: none.
 * @returns undefined when nothing changes: it is no address, the same, or one of the server's own machine, which
 *   leads nobody else here, while a better one is remembered.
 */
export function addressToRemember(stored: string | null, seen: string): string | undefined {
  if (seen.length > MAX_SITE_ADDRESS || !URL.canParse(seen)) return undefined
  const { origin, host } = new URL(seen)
  if (host === '' || origin === stored) return undefined
  if (isLoopback(seen) && stored !== null && !isLoopback(stored)) return undefined
  return origin
}

function isLoopback(address: string): boolean {
  const name = new URL(address).hostname.replace(/\.$/, '')
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/.test(name)
}
