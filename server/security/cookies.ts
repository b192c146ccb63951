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
  const attributes = cookieAttributes(event)
  const { secure, plain } = namesOf(event, purpose)
  setCookie(event, attributes.secure ? secure : plain, value, { ...attributes, maxAge })
}

/** Removes the cookie under every name that the browser sent, as another of them would take its place. */
export function clearCookie(event: H3Event, purpose: Purpose): void {
  for (const name of Object.values(namesOf(event, purpose))) {
    if (getCookie(event, name) !== undefined) deleteCookie(event, name, cookieAttributes(event))
  }
}
