import { setResponseHeaders, type H3Event } from 'h3'
import { textBody, type Pieces, type TextBody } from './text-body'

/**
 * The body of an answer that a browser saves as a file.
 * @param file.name what it is called there, of letters, digits, dots and hyphens.
 * @throws what making the first pieces does.
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
