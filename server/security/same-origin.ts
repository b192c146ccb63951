import { getRequestHeader, type H3Event } from 'h3'
import { defineProblem } from '#server/problem'
import '#server/http/context'
import { isBearer } from './credentials'

const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Characters of a header that an answer repeats. */
const MAX_SHOWN = 200

/** What browsers say of requests of own pages, and of those that a person typed. */
const OWN_SITE = new Set(['same-origin', 'none'])

const crossSite = defineProblem('cross_site', 403, 'Refused from another site')

/**
 * Refuses a request that changes something on behalf of a page of another site.
 * @throws AppError `cross_site` 403.
 */
export function refuseCrossSite(event: H3Event): void {
  const { app, origin } = event.context
  const { publicUrl } = app.config
  const source = {
    method: event.method,
    authorization: getRequestHeader(event, 'authorization'),
    fetchSite: getRequestHeader(event, 'sec-fetch-site'),
    origin: getRequestHeader(event, 'origin'),
  }
  // A trusted proxy may name another host than the one it was asked for, or leave out the port.
  const hosts = [origin.host, getRequestHeader(event, 'host') ?? '']
  if (isCrossSite(source, publicUrl ? [...hosts, new URL(publicUrl).host] : hosts)) {
    throw refusal(source, publicUrl, origin.host)
  }
}

/** Behind a proxy that does not pass on the host as it is, the site's own pages are another site. */
function refusal({ origin }: RequestSource, publicUrl: string | undefined, host: string) {
  const own = [publicUrl, shown(host)].filter(Boolean).join(', ')
  return origin === undefined || origin === 'null'
    ? crossSite({ why: 'unnamed', own })
    : crossSite({ why: 'named', sender: shown(origin), own })
}

/** Headers can be long. */
const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** Whether a browser says that a page of another site had this asked, whatever it asks for. */
export function isFromOtherSite(event: H3Event): boolean {
  const site = getRequestHeader(event, 'sec-fetch-site')
  return site !== undefined && !OWN_SITE.has(site)
}

/** What tells whether a request was made by a page of another site. */
export interface RequestSource {
  method: string
  authorization: string | undefined
  /** `Sec-Fetch-Site`, which browsers send to https and localhost only. */
  fetchSite: string | undefined
  /** `Origin`, which browsers send with every unsafe request of a page. */
  origin: string | undefined
}

/**
 * Whether a request that changes something comes from a page of another site, which could use the cookie or
 * Basic credentials of whoever looks at it. API keys are never sent by themselves, and programs send
 * neither header.
 * @param ownHosts host and port of this server as browsers may know it. The protocol is not compared: behind
 *   a proxy that is not trusted it is not known.
 */
export function isCrossSite(source: RequestSource, ownHosts: readonly string[]): boolean {
  if (!UNSAFE_METHODS.has(source.method.toUpperCase()) || isBearer(source.authorization)) return false
  if (source.fetchSite !== undefined) return !OWN_SITE.has(source.fetchSite)
  if (source.origin === undefined) return false
  if (!URL.canParse(source.origin)) return true
  const { protocol, host } = new URL(source.origin)
  return !ownHosts.some((own) => hostOf(protocol, own) === host)
}

/** Leaves out the port that the protocol implies, as browsers do in `Origin`. */
function hostOf(protocol: string, host: string): string | undefined {
  const url = `${protocol}//${host}`
  return URL.canParse(url) ? new URL(url).host : undefined
}
