import { getCookie, getRequestHeader, type H3Event } from 'h3'
import type { Credentials } from '../domain/auth/auth.types'

/** Name of the session cookie. */
export const SESSION_COOKIE = 'earmark_session'

/**
 * What the request brings to say who is asking. An `Authorization` header wins over the cookie; a scheme
 * that is not known counts as nothing, as proxies add their own.
 */
export function readCredentials(event: H3Event): Credentials {
  const authorization = getRequestHeader(event, 'authorization')
  const [, scheme, value] = /^(\S+) +(\S+) *$/.exec(authorization ?? '') ?? []
  if (scheme && value) {
    if (scheme.toLowerCase() === 'bearer') return { kind: 'bearer', key: value }
    const basic = scheme.toLowerCase() === 'basic' ? decodeBasic(value) : undefined
    if (basic) return basic
  }
  const token = getCookie(event, SESSION_COOKIE)
  return token ? { kind: 'session', token } : { kind: 'nothing' }
}

/** RFC 7617 with UTF-8: the first colon ends the username. */
function decodeBasic(value: string): Credentials | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.replace(/=+$/, '').length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  return { kind: 'basic', username: text.slice(0, colon), password: text.slice(colon + 1) }
}
