import type { H3Event } from 'h3'
import { readCookie, writeCookie } from './cookies'

/** Seconds that browsers keep the cookie; the server allows less for a sign-in. */
const MAX_AGE = 30 * 60

/**
 * The random value that identifies the browser that began a sign-in at the provider.
 * @returns undefined if there is no cookie, or it is too old.
 */
export function readBrowser(event: H3Event): string | undefined {
  const value = readCookie(event, 'oidc')
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Marks a browser that begins a sign-in. */
export function markBrowser(event: H3Event, value: string): void {
  writeCookie(event, 'oidc', value, MAX_AGE)
}
