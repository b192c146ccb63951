import type { RedirectScheme } from '#contract/security'

/** Where to go when nothing better is known: the start page. */
const START = '/'

/** Pages that somebody who is signed in is not sent to, and addresses that are no pages. */
const NO_PAGES = /^\/(login|init|api|auth)(\/|$)/

/**
 * The page to show after signing in, below the base path: never one of another host, whatever was asked for.
 * @param wanted a path below the base path with query and fragment, as it came with the request.
 */
export function safeReturnPath(wanted: unknown): string {
  // Browsers read a backslash as a slash and leave out tabs and line ends: `/\host` and `/<tab>/host` are other hosts.
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
  /** The configured address without the base path; undefined: the request tells. */
  publicUrl: string | undefined
  /** How the request arrived, as far as trusted proxies tell; an empty host is none. */
  origin: { protocol: 'http' | 'https'; host: string }
  scheme: RedirectScheme
  /** With a slash at both ends. */
  baseUrl: string
}

/**
 * The address that people see of something below the base path.
 * @param path without a slash at the beginning.
 * @returns undefined when neither the configuration nor the request says which host this is.
 */
export function publicAddress({ publicUrl, origin, scheme, baseUrl }: PublicAddress, path: string) {
  if (publicUrl === undefined && origin.host === '') return undefined
  const address = `${publicUrl ?? `${origin.protocol}://${origin.host}`}${baseUrl}${path}`
  return scheme === 'auto' ? address : address.replace(/^https?:/, `${scheme}:`)
}

/** The path below the base that providers send people back to. */
export const CALLBACK_PATH = 'auth/oidc'

/** The path below the base that providers send people back to once they have signed out. */
export const AFTER_LOGOUT_PATH = 'login'

/** Whether two addresses lead to the same place; the query counts, the fragment does not. */
export function isSameAddress(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false
  const [first, second] = [new URL(one), new URL(other)]
  return first.origin + first.pathname + first.search === second.origin + second.pathname + second.search
}
