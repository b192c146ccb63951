import { getCookie, setCookie, type H3Event } from 'h3'
import './context'

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

/** Marks a browser that sets out. Coming back from another site, browsers send Lax cookies along with a link. */
export function markBrowser(event: H3Event, value: string): void {
  const { app, origin } = event.context
  setCookie(event, COOKIE, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.protocol === 'https',
    path: app.config.baseUrl,
    maxAge: MAX_AGE,
  })
}
