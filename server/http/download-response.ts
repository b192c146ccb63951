/**
 * The answer that a browser saves as a file.
 * @param file.name what it is called there, of letters, digits, dots and hyphens.
 */
export function downloadResponse(
  text: string,
  { mediaType, name }: { mediaType: string; name: string },
): Response {
  return new Response(text, {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
