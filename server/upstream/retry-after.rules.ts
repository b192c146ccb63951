/**
 * Parses a Retry-After header (RFC 9110, 10.2.3): seconds, which some services send as a fraction, or a date.
 * @returns milliseconds from now; 0 without a header.
 */
export function parseRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}

/** Milliseconds that an answer asks to be left alone, by the service's own clock; null if it does not ask. */
export function retryAfterIn(headers: Headers): number | null {
  const sentAt = new Date(headers.get('date') ?? Number.NaN)
  const wanted = parseRetryAfter(headers.get('retry-after'), sentAt)
  return wanted > 0 ? wanted : null
}
