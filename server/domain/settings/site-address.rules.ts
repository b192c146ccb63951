/** Longer than any real address. */
export const MAX_SITE_ADDRESS = 300

/**
 * The address to remember after an administrator used it: scheme, host and port.
 * @param stored the address remembered; null: none.
 * @returns undefined if nothing changes: it is invalid, the same, or a local address, which works for no one
 *   else, while a better one is remembered.
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
