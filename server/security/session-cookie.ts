import type { H3Event } from 'h3'
import { clearCookie, readCookie, writeCookie } from './cookies'

/**
 * Seconds that browsers keep the cookie: 400 days, the most they allow. The server decides when a session
 * ends and extends it on use, so the cookie needs no renewal.
 */
const MAX_AGE = 400 * 24 * 60 * 60

/** The token of the browser's session, as received. */
export function readSessionCookie(event: H3Event): string | undefined {
  return readCookie(event, 'session')
}

/** Sets the browser's session cookie. */
export function setSessionCookie(event: H3Event, token: string): void {
  writeCookie(event, 'session', token, MAX_AGE)
}

/** Clears the browser's session cookie. */
export function clearSessionCookie(event: H3Event): void {
  clearCookie(event, 'session')
}
