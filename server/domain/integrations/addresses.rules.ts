import { fault, type Fault } from '#contract/issues'

/** What is wrong with the base address of a service; null if nothing is. */
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
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of query) url.searchParams.append(name, value)
  return url
}

/** The normalised address of a server; null if it is not one. */
export function serverAt(address: string): string | null {
  const url = parsed(address)
  return url && `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** An address as text if a browser may follow it and it carries no key or password; null otherwise. */
export function safeLink(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const url = parsed(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return holdsKey(url) ? null : url.href
}

/** Parameter names that indexers and their proxies use for account keys. */
const KEY_PARAMETER = /(?:api_?key|pass_?key|rss_?key|auth_?key|torrent_?pass|secret|token)$/i

/** Whether an address has a parameter named like a key, such as "jackett_apikey". */
function holdsKey(address: string | URL): boolean {
  const url = typeof address === 'string' ? parsed(address) : address
  return url !== null && [...url.searchParams.keys()].some((name) => KEY_PARAMETER.test(name))
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
