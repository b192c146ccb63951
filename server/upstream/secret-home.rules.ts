/**
 * Where a stored secret may be sent: to the origin that it was entered for, and to no other. This is decided here
 * for every kind of connection. A secret that was entered while no address stood beside it has no home yet: the
 * first address that does is it.
 */

/** The origin that a secret was entered for; null for none yet. */
export type SecretHome = string | null

/** The origin of an address: scheme, host and port. @returns null where it is no address of a web server. */
export function homeOf(address: string): SecretHome {
  if (!URL.canParse(address)) return null
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : null
}

/** Whether a secret may be sent to an address; nowhere else than at home is it ever sent. */
export function mayGo(home: SecretHome, address: string): boolean {
  const origin = homeOf(address)
  return origin !== null && (home === null || home === origin)
}

/** Whether a secret would be left behind by a connection that leads to an address now; to none, it waits at home. */
export function isLeftBehind(home: SecretHome, address: string): boolean {
  return homeOf(address) !== null && !mayGo(home, address)
}
