let given = 0

/**
 * The header that makes the server, which trusts proxies on loopback, see a caller from a separate
 * network: wrong passwords of one test delay no one else.
 */
export function fromOwnNetwork(): Record<string, string> {
  given += 1
  return { 'x-forwarded-for': `fd00:${(process.pid & 0xffff).toString(16)}:${given.toString(16)}::1` }
}
