import { fault, type Fault } from '#contract/issues'

/** The problem with the base address of a service, or null if there is none. */
export function addressProblem(text: string): Fault | null {
  const url = parsed(text)
  if (!url || !/^https?:$/.test(url.protocol)) return fault('not_an_address')
  if (url.username !== '' || url.password !== '') return fault('address_with_credentials')
  if (url.search !== '' || url.hash !== '') return fault('address_with_query')
  return null
}

/**
 * The address of an endpoint under a base address, which may have a path and a trailing slash.
 * @param path begins with a slash.
 */
export function endpoint(
  base: string,
  path: `/${string}`,
  query: readonly (readonly [name: string, value: string])[] = [],
): URL {
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}${path}`)
  for (const [name, value] of query) url.searchParams.append(name, value)
  return url
}

/** The normalised address of a server, or null if the text is not an address. */
export function serverAt(address: string): string | null {
  const url = parsed(address)
  return url && `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** The address as text if it is safe to open in a browser and contains no key or password, otherwise null. */
export function safeLink(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const url = parsed(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return hasKeyParameter(url) ? null : url.href
}

/** Parameter names that indexers and their proxies use for account keys. */
const KEY_PARAMETER = /(?:api_?key|pass_?key|rss_?key|auth_?key|torrent_?pass|secret|token)$/i

/** Whether an address has a parameter whose name ends like a key's, such as "jackett_apikey". */
function hasKeyParameter(url: URL): boolean {
  return [...url.searchParams.keys()].some((name) => KEY_PARAMETER.test(name))
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
