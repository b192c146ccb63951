import type { RedirectScheme } from '#contract/security'

/** The default destination: the start page. */
const START = '/'

/** Pages that a signed-in person is not sent to, and addresses that are not pages. */
const NO_PAGES = /^\/(login|init|api|auth)(\/|$)/

/**
 * The page to show after signing in, under the base path and never on another host, whatever was requested.
 * @param wanted a path under the base path with query and fragment, as in the request.
 */
export function safeReturnPath(wanted: unknown): string {
  // Browsers read a backslash as a slash and drop tabs and line breaks, so `/\host` and `/<tab>/host` are other hosts.
  if (typeof wanted !== 'string' || wanted.length > 2000 || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(wanted)) {
    return START
  }
  if (!wanted.isWellFormed()) return START
  const { origin, pathname, search, hash } = new URL(wanted, 'http://own.invalid')
  // `/.//host` becomes `//host` once the dots are resolved.
  if (origin !== 'http://own.invalid' || pathname.startsWith('//') || NO_PAGES.test(pathname)) return START
  return pathname + search + hash
}

/** How people reach this server. */
export interface PublicAddress {
  /** The configured address without the base path; undefined to take it from the request. */
  publicUrl: string | undefined
  /** The request's origin as reported by trusted proxies; an empty host means none. */
  origin: { protocol: 'http' | 'https'; host: string }
  scheme: RedirectScheme
  /** Begins and ends with a slash. */
  baseUrl: string
}

/**
 * The public address of a path under the base path.
 * @param path without a leading slash.
 * @returns undefined if neither the configuration nor the request names the host.
 */
export function publicAddress({ publicUrl, origin, scheme, baseUrl }: PublicAddress, path: string) {
  if (publicUrl === undefined && origin.host === '') return undefined
  const address = `${publicUrl ?? `${origin.protocol}://${origin.host}`}${baseUrl}${path}`
  return scheme === 'auto' ? address : address.replace(/^https?:/, `${scheme}:`)
}

/** Path under the base that providers redirect to after sign-in. */
export const CALLBACK_PATH = 'auth/oidc'

/** Path under the base that providers redirect to after sign-out. */
export const AFTER_LOGOUT_PATH = 'login'

/** Whether two addresses are the same, ignoring the fragment but not the query. */
export function isSameAddress(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false
  const [first, second] = [new URL(one), new URL(other)]
  return first.origin + first.pathname + first.search === second.origin + second.pathname + second.search
}
