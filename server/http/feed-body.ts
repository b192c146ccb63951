import { setResponseHeaders, setResponseStatus, type H3Event } from 'h3'
import { entityTag, includesTag } from './entity-tag'
import { requestHeader } from '#server/security/request-header'

/** Seconds for which a program need not fetch a feed again. */
const GOOD_FOR = 3600

/** The body of a feed; empty with 304 if the program already has it. */
export async function feedBody(event: H3Event, text: string, mediaType: string): Promise<string> {
  const etag = await entityTag(new TextEncoder().encode(text))
  setResponseHeaders(event, {
    etag,
    'cache-control': `private, max-age=${GOOD_FOR}`,
    'content-type': `${mediaType}; charset=utf-8`,
  })
  if (!includesTag(requestHeader(event, 'if-none-match'), etag)) return text
  setResponseStatus(event, 304)
  return ''
}
