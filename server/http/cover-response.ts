import type { Cover } from '#server/domain/catalogue/covers.types'
import { entityTag, includesTag } from './entity-tag'

/**
 * The response for a cover: 304 if the browser already has it.
 * @param ifNoneMatch the request's header of that name
 */
export async function coverResponse(cover: Cover, ifNoneMatch: string | undefined): Promise<Response> {
  const etag = await entityTag(cover.body)
  const headers = new Headers({ etag, 'cache-control': `private, max-age=${cover.maxAge}` })
  if (includesTag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', cover.mediaType)
  headers.set('content-length', String(cover.body.byteLength))
  // Opened on its own, a drawing must be as harmless as in a page.
  headers.set('content-security-policy', "default-src 'none'")
  return new Response(cover.body, { headers })
}
