import type { H3Event } from 'h3'
import { defineProblem } from '#server/errors/problem'
import { hasApiKey } from './credentials'
import { requestHeader } from './request-header'

const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Maximum characters of a header repeated in a response. */
const MAX_SHOWN = 200

/** Values of `Sec-Fetch-Site` that browsers send for a site's own pages and for typed addresses. */
const OWN_SITE = new Set(['same-origin', 'none'])

const crossSite = defineProblem('cross_site', 403)

/**
 * Refuses a request by another site's page to change something.
 * @throws AppError `cross_site` 403.
 */
export function refuseCrossSite(event: H3Event): void {
  const { app, origin } = event.context
  const { publicUrl } = app.config
  const source = {
    method: event.method,
    authorization: requestHeader(event, 'authorization'),
    fetchSite: requestHeader(event, 'sec-fetch-site'),
    origin: requestHeader(event, 'origin'),
  }
  // A trusted proxy may forward a different host, or omit the port.
  const hosts = [origin.host, requestHeader(event, 'host') ?? '']
  if (isCrossSite(source, publicUrl ? [...hosts, new URL(publicUrl).host] : hosts)) {
    throw refusal(source, publicUrl, origin.host)
  }
}

/** The refusal. Behind a proxy that changes the host, the site's own pages look like another site's. */
function refusal({ origin }: RequestSource, publicUrl: string | undefined, host: string) {
  const own = [publicUrl, shown(host)].filter(Boolean).join(', ')
  return origin === undefined || origin === 'null'
    ? crossSite({ why: 'unnamed', own })
    : crossSite({ why: 'named', sender: shown(origin), own })
}

/** Truncates a header, which can be long. */
const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** Whether a browser reports that another site's page caused this request, whatever its purpose. */
export function isFromOtherSite(event: H3Event): boolean {
  const site = requestHeader(event, 'sec-fetch-site')
  return site !== undefined && !OWN_SITE.has(site)
}

/** The headers that show whether another site's page made a request. */
export interface RequestSource {
  method: string
  authorization: string | undefined
  /** `Sec-Fetch-Site`, which browsers send only to https and localhost. */
  fetchSite: string | undefined
  /** `Origin`, which browsers send with every unsafe request of a page. */
  origin: string | undefined
}

/**
 * Whether a change comes from another site's page, which could use the visitor's cookie or Basic credentials.
 * Browsers never add API keys automatically, and programs send neither header.
 * @param ownHosts this server's hosts with port, as browsers may see them. The protocol is not compared, as
 *   it is unknown behind an untrusted proxy.
 */
export function isCrossSite(source: RequestSource, ownHosts: readonly string[]): boolean {
  if (!UNSAFE_METHODS.has(source.method.toUpperCase()) || hasApiKey(source.authorization)) return false
  if (source.fetchSite !== undefined) return !OWN_SITE.has(source.fetchSite)
  if (source.origin === undefined) return false
  if (!URL.canParse(source.origin)) return true
  const { protocol, host } = new URL(source.origin)
  return !ownHosts.some((own) => hostOf(protocol, own) === host)
}

/** Drops the protocol's default port, as browsers do in `Origin`. */
function hostOf(protocol: string, host: string): string | undefined {
  const url = `${protocol}//${host}`
  return URL.canParse(url) ? new URL(url).host : undefined
}
