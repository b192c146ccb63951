/**
 * What a proxy has taken away from the beginning of a path.
 * @param shown the path as the browser has it.
 * @param asked the path as it arrived here.
 * @returns the prefix, without a slash at its end; empty where nothing was taken away.
 */
export function strippedPrefix(shown: string, asked: string): string {
  const [whole, rest] = [comparable(shown), comparable(asked)]
  if (!whole.endsWith(rest)) return ''
  const prefix = whole.slice(0, whole.length - rest.length)
  return PREFIX.test(prefix) ? prefix : ''
}

/** As SVC_APP__BASE_URL may have it. */
const PREFIX = /^(?:\/[A-Za-z0-9._~-]{1,100}){1,10}$/

/** Proxies write percent-encoding and the slash at the end in their own way. */
function comparable(path: string): string {
  let text = path
  try {
    text = decodeURIComponent(path)
  } catch {
    // Compared as it is.
  }
  return text.replace(/\/+$/, '')
}
