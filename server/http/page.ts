import { escapeMarkup } from '#server/upstream/markup.rules'

/**
 * Renders the single page of the web interface for one request.
 * @param path as requested; the page compares it with the browser's path.
 */
export type Page = (nonce: string, path: string) => Promise<string>

const HEAD = '<head>'

/**
 * Prepares the built page for a base path, which is known only when the server starts: everything in it is relative to
 * the `<base>` inserted here.
 * @param load reads the built index.html.
 * @param baseUrl begins and ends with a slash.
 */
export function createPage(load: () => Promise<unknown>, baseUrl: string): Page {
  let parts: Promise<[string, string]> | undefined

  const split = async (): Promise<[string, string]> => {
    const html = await load()
    if (typeof html !== 'string' || !html.includes(HEAD))
      throw new Error('The web interface is not part of this build.')
    const at = html.indexOf(HEAD) + HEAD.length
    return [`${html.slice(0, at)}<base href="${baseUrl}">`, html.slice(at)]
  }

  return async (nonce, path) => {
    parts ??= split()
    const [before, after] = await parts
    const meta = `<meta name="earmark-path" content="${escapeMarkup(path)}">`
    return before + meta + after.replaceAll(/<script(?=[ >])/g, `<script nonce="${nonce}"`)
  }
}
