import { getCookie, getRequestHeader, type H3Event } from 'h3'
import type { Credentials } from '#server/domain/auth/auth.types'
import { SESSION_COOKIE } from './session-cookie'

/** Paths used by dashboards, which send an API key in their own header. */
const DASHBOARDS = '/api/v1/'

/** All credentials of a request. An unknown `Authorization` scheme counts as none, because proxies add their own. */
export function readCredentials(event: H3Event): Credentials {
  const session = getCookie(event, SESSION_COOKIE)
  const key = event.path.startsWith(DASHBOARDS) ? getRequestHeader(event, 'x-api-key')?.trim() : undefined
  return {
    ...(key && { bearer: key }),
    ...readAuthorization(getRequestHeader(event, 'authorization')),
    ...(session && { session }),
  }
}

/** Whether an `Authorization` header carries an API key. */
export function isBearer(authorization: string | undefined): boolean {
  return Boolean(readAuthorization(authorization).bearer)
}

/**
 * A key that is empty or contains spaces is a wrong key rather than none: on a server without sign-in, no key means
 * root.
 */
function readAuthorization(header: string | undefined): Pick<Credentials, 'bearer' | 'basic'> {
  const [, scheme = '', value = ''] = /^(\S+)(?:\s+(.*?))?\s*$/.exec(header ?? '') ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return { bearer: value }
    case 'basic':
      return decodeBasic(value)
    default:
      return {}
  }
}

/** RFC 7617 with UTF-8: the first colon ends the username. */
function decodeBasic(value: string): Pick<Credentials, 'basic'> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.replace(/=+$/, '').length % 4 === 1) return {}
  const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  const colon = text.indexOf(':')
  if (colon < 0) return {}
  return { basic: { username: text.slice(0, colon), password: text.slice(colon + 1) } }
}
