import { setResponseHeaders, type H3Event } from 'h3'
import { textBody, type Pieces, type TextBody } from './text-body'

/**
 * A response body for the browser to save as a file.
 * @param file.name letters, digits, dots and hyphens only.
 * @throws whatever producing the first pieces throws.
 */
export async function downloadBody(
  event: H3Event,
  pieces: Pieces,
  { mediaType, name }: { mediaType: string; name: string },
): Promise<TextBody> {
  const body = await textBody(event, pieces)
  setResponseHeaders(event, {
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  return body
}
