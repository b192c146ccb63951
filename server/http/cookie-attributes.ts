import type { H3Event } from 'h3'
import './context'

/** What all cookies of this server have in common. Coming back from another site, browsers send Lax cookies along with a link. */
export function cookieAttributes(event: H3Event) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: isEncrypted(event),
    path: event.context.app.config.baseUrl,
  } as const
}

/**
 * Whether the browser reached this server by https, as far as that is known. A proxy that is not trusted, or
 * does not tell, is known by the public address; by other addresses, such as that of a home network, people
 * may come without https, where browsers would not keep the cookie.
 */
function isEncrypted(event: H3Event): boolean {
  const { app, origin } = event.context
  if (origin.protocol === 'https') return true
  const { publicUrl } = app.config
  if (publicUrl === undefined) return false
  const { protocol, host } = new URL(publicUrl)
  return protocol === 'https:' && (origin.untrustedProxy || origin.host.toLowerCase() === host)
}
