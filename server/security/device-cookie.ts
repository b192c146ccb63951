import { getCookie, setCookie, type H3Event } from 'h3'
import { cookieAttributes } from './cookie-attributes'

const COOKIE = 'earmark_device'

/** Seconds that browsers keep the cookie: 400 days, the most they allow. */
const MAX_AGE = 400 * 24 * 60 * 60
/** Maximum characters to parse. */
const MAX_LENGTH = 1000

/** The cookie that names the people who have signed in with this browser, as received. */
export function readDevices(event: H3Event): string | undefined {
  return getCookie(event, COOKIE)?.slice(0, MAX_LENGTH)
}

/** Sets the cookie that {@link readDevices} reads. */
export function setDevices(event: H3Event, value: string): void {
  setCookie(event, COOKIE, value, { ...cookieAttributes(event), maxAge: MAX_AGE })
}
