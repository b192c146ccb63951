/**
 * Whether a provider read from an address may have this issuer (OpenID Connect Discovery 1.0, sections 4 and 4.3): the
 * configuration is under the issuer. A trailing slash makes no difference.
 * @param endpoint address of the configuration, or the issuer, as typed by an administrator.
 */
export function isIssuerOf(endpoint: string, issuer: string): boolean {
  if (!URL.canParse(endpoint) || !URL.canParse(issuer)) return false
  const [configured, named] = [new URL(endpoint), new URL(issuer)]
  const plain = named.search === '' && named.hash === '' && named.username === '' && named.password === ''
  return plain && configured.origin === named.origin && issuerPath(configured) === issuerPath(named)
}

/** The form of an issuer for display. */
export function shownIssuer(issuer: string): string {
  return issuer.length > 200 ? `${issuer.slice(0, 200)}…` : issuer
}

/** The issuer of an already verified ID token. @returns undefined if it is not a token. */
export function issuerOfToken(idToken: string): unknown {
  const payload = idToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const bytes = Uint8Array.from(atob(payload ?? ''), (sign) => sign.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null && 'iss' in claims ? claims.iss : undefined
  } catch {
    return undefined
  }
}

const issuerPath = ({ pathname }: URL) =>
  (pathname.split('/.well-known/', 1)[0] ?? '').replace(/(?<!\/)\/+$/, '')
