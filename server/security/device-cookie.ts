import type { H3Event } from 'h3'
import { readCookie, writeCookie } from './cookies'

/** Seconds that browsers keep the cookie: 400 days, the most they allow. */
const MAX_AGE = 400 * 24 * 60 * 60
/** Maximum characters to parse. */
const MAX_LENGTH = 1000

/** The cookie that names the people who have signed in with this browser, as received. */
export function readDevices(event: H3Event): string | undefined {
  return readCookie(event, 'device')?.slice(0, MAX_LENGTH)
}

/** Sets the cookie that {@link readDevices} reads. */
export function setDevices(event: H3Event, value: string): void {
  writeCookie(event, 'device', value, MAX_AGE)
}
