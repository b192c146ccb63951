import { getCookie, setCookie, type H3Event } from 'h3'
import { cookieAttributes } from './cookie-attributes'

const COOKIE = 'earmark_device'

/** Seconds that browsers keep the cookie: the 400 days they allow at most. */
const MAX_AGE = 400 * 24 * 60 * 60
/** Characters of it that are looked at. */
const MAX_LENGTH = 1000

/** What the browser keeps of the people who signed in with it, as it came. */
export function readDevices(event: H3Event): string | undefined {
  return getCookie(event, COOKIE)?.slice(0, MAX_LENGTH)
}

/** Hands the browser what it is to keep. */
export function setDevices(event: H3Event, value: string): void {
  setCookie(event, COOKIE, value, { ...cookieAttributes(event), maxAge: MAX_AGE })
}
