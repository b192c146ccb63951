/**
 * Where a stored secret may be sent: only to the origin it was entered for, for every kind of connection. A secret
 * entered without an address belongs to the first address entered.
 */

/** The origin that a secret was entered for; null if there is none yet. */
export type SecretOrigin = string | null

/** The origin of an address: scheme, host and port. @returns null if it is not a web address. */
export function originOf(address: string): SecretOrigin {
  if (!URL.canParse(address)) return null
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : null
}

/** Whether a secret may be sent to an address: only if that is its own origin. */
export function isAllowedAt(home: SecretOrigin, address: string): boolean {
  const origin = originOf(address)
  return origin !== null && (home === null || home === origin)
}

/** Whether a connection's new address would leave a secret behind; without an address, it is kept. */
export function losesSecret(home: SecretOrigin, address: string): boolean {
  return originOf(address) !== null && !isAllowedAt(home, address)
}
