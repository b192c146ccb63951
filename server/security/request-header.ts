import { getRequestHeader, type H3Event } from 'h3'

/** In characters; longer than anything that browsers, proxies and programs send and this server reads. */
const MAX_LENGTH = 500
const LONGER: Readonly<Record<string, number>> = {
  // A name and the longest password, encoded for Basic.
  authorization: 6000,
  referer: 2000,
}

/**
 * A header of a request, cut at a length that no real one reaches, so that nobody makes the server work on a long
 * text without an account. A header that is cut is a wrong one, never a missing one.
 */
export function requestHeader(event: H3Event, name: string): string | undefined {
  return getRequestHeader(event, name)?.slice(0, LONGER[name] ?? MAX_LENGTH)
}

/** The end of a header to which each proxy appends what it saw; what clients send before that can be of any length. */
export function forwardedHeader(event: H3Event, name: `x-forwarded-${string}`): string | undefined {
  return getRequestHeader(event, name)?.slice(-MAX_LENGTH)
}
