import type { H3Event } from 'h3'
import { API_KEY_PREFIX } from '#contract/api-keys'
import { PAGE_HEADER } from '#contract/page-call'
import type { Credentials } from '#server/domain/auth/auth.types'
import { readSessionCookie } from './session-cookie'
import { requestHeader } from './request-header'

/** Paths used by dashboards, which send an API key in their own header. */
const DASHBOARDS = '/api/v1/'

/** All credentials of a request. An unknown `Authorization` scheme counts as none, because proxies add their own. */
export function readCredentials(event: H3Event): Credentials {
  const session = readSessionCookie(event)
  const key = event.path.startsWith(DASHBOARDS) ? requestHeader(event, 'x-api-key')?.trim() : undefined
  const { foreignBearer, ...authorization } = readAuthorization(requestHeader(event, 'authorization'))
  const bearer = key || authorization.bearer
  if (event.context.isForeignPage) return bearer ? { bearer } : {}
  const isOwnPage = requestHeader(event, PAGE_HEADER) !== undefined
  return {
    ...(key && { bearer: key }),
    ...authorization,
    ...(foreignBearer !== undefined && !isOwnPage && { foreignBearer }),
    ...(session && { session }),
  }
}

/** Whether an `Authorization` header carries an API key; a token that a proxy adds to every request is none. */
export function hasApiKey(authorization: string | undefined): boolean {
  return readAuthorization(authorization).bearer !== undefined
}

/** A bearer token counts as a key of this server by its prefix, whatever follows. */
function readAuthorization(header: string | undefined): Omit<Credentials, 'session'> {
  const [, scheme = '', value = ''] = /^(\S+)(?:\s+(\S.*))?$/s.exec(header?.trim() ?? '') ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value.startsWith(API_KEY_PREFIX) ? { bearer: value } : { foreignBearer: value }
    case 'basic':
      return decodeBasic(value)
    default:
      return {}
  }
}

/** RFC 7617 with UTF-8: the first colon ends the username. */
function decodeBasic(value: string): Pick<Credentials, 'basic'> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.replaceAll('=', '').length % 4 === 1) return {}
  const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  const colon = text.indexOf(':')
  if (colon < 0) return {}
  return { basic: { username: text.slice(0, colon), password: text.slice(colon + 1) } }
}
