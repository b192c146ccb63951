import { appendResponseHeader, setResponseHeaders, setResponseStatus, type H3Event } from 'h3'
import { requestHeader } from './request-header'

/** Seconds for which a browser remembers the answer to a preflight. */
const REMEMBERED = 600

/** Headers with which programs call the API. */
const REQUEST_HEADERS = 'authorization, content-type, if-match, if-none-match, x-api-key'
/** Headers of answers that they read. */
const ANSWER_HEADERS = 'content-disposition, etag, link, retry-after, x-request-id, x-total-count'

/**
 * Lets pages of the configured origins call the API with a key. Nothing else counts there: no cookie, no Basic
 * credentials, and no login type without sign-in.
 * @param path under the base path.
 * @returns whether the request was a preflight, which needs no other answer.
 */
export function allowOrigins(event: H3Event, path: string): boolean {
  const { corsOrigins } = event.context.app.config
  const origin = requestHeader(event, 'origin')
  if (corsOrigins.length === 0 || !path.startsWith('/api/')) return false
  // A cache must not give one origin's answer to another.
  appendResponseHeader(event, 'vary', 'origin')
  if (origin === undefined || !corsOrigins.includes(origin)) return false
  event.context.isForeignPage = true
  setResponseHeaders(event, {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': ANSWER_HEADERS,
  })
  if (event.method !== 'OPTIONS' || !requestHeader(event, 'access-control-request-method')) return false
  setResponseHeaders(event, {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': REMEMBERED,
  })
  setResponseStatus(event, 204)
  return true
}
