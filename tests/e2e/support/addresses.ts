let given = 0

/**
 * The header by which the server, which trusts proxies on loopback, takes a caller for someone in a network
 * of their own: wrong passwords of one test keep no one else waiting.
 */
export function fromOwnNetwork(): Record<string, string> {
  given += 1
  return { 'x-forwarded-for': `fd00:${(process.pid & 0xffff).toString(16)}:${given.toString(16)}::1` }
}
