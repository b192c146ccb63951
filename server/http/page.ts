import { encode } from 'html-entities'

/**
 * Renders the one page of the web interface for one request.
 * @param path that was asked for; the page compares it with the one that the browser has.
 */
export type Page = (nonce: string, path: string) => Promise<string>

const HEAD = '<head>'

/**
 * Prepares the built page for a base path, which is only known when the server starts: everything in it is
 * relative to the `<base>` that is put in here.
 * @param load reads the built index.html.
 * @param baseUrl with a slash at both ends.
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
    const asked = `<meta name="earmark-path" content="${encode(path)}">`
    return before + asked + after.replaceAll(/<script(?=[ >])/g, `<script nonce="${nonce}"`)
  }
}
