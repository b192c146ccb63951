import { getCookie, setCookie, type H3Event } from 'h3'
import { cookieAttributes } from './cookie-attributes'

const COOKIE = 'earmark_oidc'

/** Seconds that browsers keep the cookie; the server decides how long a sign-in may take, which is less. */
const MAX_AGE = 30 * 60

/**
 * What tells the browser that set out for the provider from others. It means nothing by itself.
 * @returns undefined when the browser has not set out, or long ago.
 */
export function readBrowser(event: H3Event): string | undefined {
  const value = getCookie(event, COOKIE)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Marks a browser that sets out. */
export function markBrowser(event: H3Event, value: string): void {
  setCookie(event, COOKIE, value, { ...cookieAttributes(event), maxAge: MAX_AGE })
}
