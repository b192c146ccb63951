import { deleteCookie, getCookie, setCookie, type H3Event } from 'h3'
import { cookieAttributes } from './cookie-attributes'

/** What this server keeps in a browser. */
type Purpose = 'session' | 'device' | 'oidc'

/**
 * The names of a cookie, in the order in which they are read. Browsers do not separate cookies by port, and never let a
 * page on http replace a cookie of https, so the name tells installations and https apart; `__Secure-` is the prefix
 * that browsers accept only over https. The bare name is what API clients send and former versions set.
 */
function namesOf(event: H3Event, purpose: Purpose) {
  const bare = `earmark_${purpose}`
  const plain = `${bare}_${event.context.installationId}`
  return { secure: `__Secure-${plain}`, plain, bare }
}

/** The cookie as received; undefined if there is none. */
export function readCookie(event: H3Event, purpose: Purpose): string | undefined {
  const { secure, plain, bare } = namesOf(event, purpose)
  return getCookie(event, secure) || getCookie(event, plain) || getCookie(event, bare) || undefined
}

/** @param maxAge seconds for which browsers keep it. */
export function writeCookie(event: H3Event, purpose: Purpose, value: string, maxAge: number): void {
  const { secure, plain } = namesOf(event, purpose)
  const attributes = { ...cookieAttributes(event), maxAge }
  // A browser that sends the secure one is on https, even if the proxy in front is no longer trusted to say so.
  const isSecure = attributes.secure || getCookie(event, secure) !== undefined
  setCookie(event, isSecure ? secure : plain, value, { ...attributes, secure: isSecure })
}

/** Removes the cookie under every name that the browser sent, as another of them would take its place. */
export function clearCookie(event: H3Event, purpose: Purpose): void {
  const { secure, plain, bare } = namesOf(event, purpose)
  const attributes = cookieAttributes(event)
  for (const name of [secure, plain, bare]) {
    // Browsers ignore the removal of a secure cookie that is not marked as such.
    const isSecure = attributes.secure || name === secure
    if (getCookie(event, name) !== undefined) deleteCookie(event, name, { ...attributes, secure: isSecure })
  }
}
