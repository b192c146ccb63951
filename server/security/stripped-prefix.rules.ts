/**
 * Whether a path belongs to this server: `/audiobooks` and everything under it do, `/audiobooks2` does not.
 * @param baseUrl begins and ends with a slash.
 */
export function isBelow(path: string, baseUrl: string): boolean {
  return path.startsWith(baseUrl) || `${path}/` === baseUrl
}

/**
 * The prefix that a proxy has removed from a path.
 * @param shown the path in the browser.
 * @param received the path at the server.
 * @returns the prefix, without a trailing slash; empty if nothing was removed.
 */
export function strippedPrefix(shown: string, received: string): string {
  const [whole, rest] = [comparable(shown), comparable(received)]
  if (!whole.endsWith(rest)) return ''
  const prefix = whole.slice(0, whole.length - rest.length)
  return PREFIX.test(prefix) ? prefix : ''
}

/** A valid SVC_APP__BASE_URL. */
const PREFIX = /^(?:\/[A-Za-z0-9._~-]{1,100}){1,10}$/

/** Normalises percent-encoding and trailing slashes, which proxies rewrite. */
function comparable(path: string): string {
  let text = path
  try {
    text = decodeURIComponent(path)
  } catch {
    // Invalid encoding is compared unchanged.
  }
  return text.replace(/(?<!\/)\/+$/, '')
}
