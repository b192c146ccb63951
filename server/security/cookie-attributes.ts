import type { H3Event } from 'h3'
import { defineProblem } from '#server/errors/problem'
import { requestHeader } from './request-header'

const needsHttps = defineProblem('needs_https', 403)

/**
 * Attributes of all this server's cookies. SameSite is Lax, because browsers send such cookies when someone
 * follows a link from another site.
 */
export function cookieAttributes(event: H3Event) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: isEncrypted(event),
    path: event.context.app.config.baseUrl,
  } as const
}

/**
 * Whether the browser reached this server over https, as far as that is known. If the proxy is untrusted or silent, the
 * public address decides; at other addresses, such as on a home network, people may use http, where browsers would drop
 * the cookie.
 */
function isEncrypted(event: H3Event): boolean {
  return event.context.origin.protocol === 'https' || secureAddress(event) !== null
}

/**
 * The address a browser on http must use to stay signed in: browsers silently drop an https cookie received
 * over http.
 * @returns null if the browser can stay on its address, or is known to use https.
 */
export function secureAddress(event: H3Event): string | null {
  const { app, origin } = event.context
  const { publicUrl, baseUrl } = app.config
  if (publicUrl === undefined || origin.protocol === 'https') return null
  const { protocol, host } = new URL(publicUrl)
  const isOwn = origin.untrustedProxy || origin.host.toLowerCase() === host
  return protocol === 'https:' && isOwn ? publicUrl + baseUrl : null
}

/**
 * Refuses a sign-in over http if the cookie is for https: the page would return to the form at once.
 * @throws AppError `needs_https` 403.
 */
export function refuseLostCookie(event: H3Event): void {
  const address = secureAddress(event)
  if (address === null || !requestHeader(event, 'origin')?.startsWith('http://')) return
  throw needsHttps({ address })
}
