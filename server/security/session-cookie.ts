import { deleteCookie, setCookie, type H3Event } from 'h3'
import { cookieAttributes } from './cookie-attributes'

export const SESSION_COOKIE = 'earmark_session'

/**
 * Seconds that browsers keep the cookie: 400 days, the most they allow. The server decides when a session
 * ends and extends it on use, so the cookie needs no renewal.
 */
const MAX_AGE = 400 * 24 * 60 * 60

/** Sets the browser's session cookie. */
export function setSessionCookie(event: H3Event, token: string): void {
  setCookie(event, SESSION_COOKIE, token, { ...cookieAttributes(event), maxAge: MAX_AGE })
}

/** Clears the browser's session cookie. */
export function clearSessionCookie(event: H3Event): void {
  deleteCookie(event, SESSION_COOKIE, cookieAttributes(event))
}
