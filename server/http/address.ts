import { shortenUsername } from '#server/domain/shorten-username.rules'

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? ''
}

/** The path of a request target for the log: usernames shortened, feed tokens and the query removed. */
export function loggedPath(target: string): string {
  return pathOf(target)
    .replace(/(\/api\/feeds\/)[^/]+/, '$1…')
    .replace(
      /^(\/api\/users\/)(?!me(?:\/|$))([^/]+)/,
      (_, before: string, name: string) =>
        `${before}${shortenUsername(isDecodable(name) ? decodeURIComponent(name) : name)}`,
    )
}

/** The query of a request target without the question mark; empty if there is none. */
export function queryOf(target: string): string {
  return target.slice(pathOf(target).length + 1)
}

/** Whether a path is absolute and decodes to valid Unicode. */
export function isReadable(path: string): boolean {
  return path.startsWith('/') && isDecodable(path)
}

/** Whether a text's percent-encoding decodes to valid Unicode: UTF-8 bytes, no lone surrogates. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

/** Whether a path under the base is the OpenAPI document or one of its pages. */
export function isDocumentation(path: string, baseUrl: string): boolean {
  const inside = decodeURIComponent(path.slice(baseUrl.length)).replace(/^\/+/, '')
  return /^(openapi\.json|docs)(\/|$)/.test(inside)
}
