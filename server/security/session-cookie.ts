import { deleteCookie, setCookie, type H3Event } from 'h3'
import { cookieAttributes } from './cookie-attributes'

export const SESSION_COOKIE = 'earmark_session'

/**
 * Seconds that browsers keep the cookie: the 400 days they allow at most. When a session is over is decided
 * on the server, where using it prolongs it; so the cookie needs no renewing.
 */
const MAX_AGE = 400 * 24 * 60 * 60

/** Hands the token of a session to the browser. */
export function setSessionCookie(event: H3Event, token: string): void {
  setCookie(event, SESSION_COOKIE, token, { ...cookieAttributes(event), maxAge: MAX_AGE })
}

/** Makes the browser forget its session. */
export function clearSessionCookie(event: H3Event): void {
  deleteCookie(event, SESSION_COOKIE, cookieAttributes(event))
}
