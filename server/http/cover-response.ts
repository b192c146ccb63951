import type { Cover } from '#server/domain/catalogue/covers.types'

async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** Whether an If-None-Match header names the tag; weak tags compare like strong ones here (RFC 9110, 13.1.2). */
function names(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

/**
 * The answer that carries a cover: 304 when the browser has it already.
 * @param ifNoneMatch the request's header of that name
 */
export async function coverResponse(cover: Cover, ifNoneMatch: string | undefined): Promise<Response> {
  const etag = await entityTag(cover.body)
  const headers = new Headers({ etag, 'cache-control': `private, max-age=${cover.maxAge}` })
  if (names(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', cover.mediaType)
  headers.set('content-length', String(cover.body.byteLength))
  // Opened on its own, a drawing must be as harmless as in a page.
  headers.set('content-security-policy', "default-src 'none'")
  return new Response(cover.body, { headers })
}
