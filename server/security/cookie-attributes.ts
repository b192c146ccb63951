import { getRequestHeader, type H3Event } from 'h3'
import { defineProblem } from '#server/problem'
import '#server/http/context'

const needsHttps = defineProblem('needs_https', 403, 'Only by https')

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
  return event.context.origin.protocol === 'https' || secureAddress(event) !== null
}

/**
 * Where a browser that comes by http has to go to stay signed in: browsers keep no cookie for https that comes by
 * http, without a word.
 * @returns null where it may stay, or comes by https as far as is known.
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
 * Refuses to sign in a page that came by http where the cookie is for https: it would be back at the form at once.
 * @throws AppError `needs_https` 403.
 */
export function refuseLostCookie(event: H3Event): void {
  const address = secureAddress(event)
  if (address === null || !getRequestHeader(event, 'origin')?.startsWith('http://')) return
  throw needsHttps({ address })
}
