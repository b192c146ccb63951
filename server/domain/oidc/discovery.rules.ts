import { fault, type Fault } from '#contract/issues'
import type { OidcProblem, OidcSettings } from '#server/domain/settings/settings.types'
import { isIssuerOf, shownIssuer } from './issuer.rules'
import type { ProviderFacts } from './oidc.types'

type Field = 'endpoint' | 'client_id' | 'client_secret' | 'scope' | 'username_claim' | 'group_claim' | Method
type Method = 'token_endpoint_auth_method'

const finding = (severity: OidcProblem['severity'], field: Field, found: Fault): OidcProblem => ({
  severity,
  field: `oidc_${field}`,
  fault: found,
})
const issue = (field: Field, found: Fault) => finding('issue', field, found)
const warning = (field: Field, found: Fault) => finding('warning', field, found)

/** Symmetric signatures involve no key of the provider: anyone with the client secret could make them. */
const isVerifiable = (algorithm: string) => algorithm !== 'none' && !algorithm.startsWith('HS')

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** Settings still missing before people can be sent to the provider. */
export function findMissingSettings(settings: OidcSettings): OidcProblem[] {
  const needed = [
    ['endpoint', settings.endpoint],
    ['client_id', settings.clientId],
    ['client_secret', settings.clientSecret],
  ] as const
  return needed.flatMap(([field, value]) => (value === '' ? [issue(field, fault('not_set'))] : []))
}

/** Compares the settings with the provider's configuration. */
export function compareWithProvider(settings: OidcSettings, facts: ProviderFacts): OidcProblem[] {
  return [
    ...compareEndpoints(settings, facts),
    ...compareMethods(settings, facts),
    ...compareScopes(settings, facts),
    ...compareClaims(settings, facts),
  ]
}

function compareEndpoints(settings: OidcSettings, facts: ProviderFacts): OidcProblem[] {
  const isEncrypted = settings.endpoint.startsWith('https:')
  const found = NEEDED.filter((name) => facts.endpoints[name] === undefined).map((name) =>
    issue('endpoint', fault('endpoint_missing', { name })),
  )
  for (const [name, address] of Object.entries(facts.endpoints)) {
    if (address === undefined) continue
    if (!URL.canParse(address)) {
      found.push(issue('endpoint', fault('endpoint_no_address', { name, address: shorten(address) })))
    } else if (isEncrypted && new URL(address).protocol !== 'https:') {
      found.push(issue('endpoint', fault('endpoint_not_encrypted', { name })))
    }
  }
  if (!isEncrypted) {
    found.push(warning('endpoint', fault('address_not_encrypted')))
  }
  if (!isIssuerOf(settings.endpoint, facts.issuer)) {
    found.push(issue('endpoint', fault('other_issuer', { issuer: shownIssuer(facts.issuer) })))
  }
  return found
}

function compareMethods(settings: OidcSettings, facts: ProviderFacts): OidcProblem[] {
  const { responseTypes, signingAlgorithms, tokenEndpointAuthMethods: methods } = facts
  const method = settings.tokenEndpointAuthMethod
  const found: OidcProblem[] = []
  if (responseTypes && !responseTypes.includes('code')) {
    found.push(issue('endpoint', fault('no_code_response', listedOf(responseTypes))))
  }
  if (signingAlgorithms && !signingAlgorithms.some(isVerifiable)) {
    found.push(issue('endpoint', fault('unverifiable_signatures', listedOf(signingAlgorithms))))
  }
  if (methods && !methods.includes(method)) {
    const unsupported = fault('method_not_supported', { method, ...listedOf(methods) })
    found.push(issue('token_endpoint_auth_method', unsupported))
  }
  // OpenID Connect Discovery 1.0, section 3: the default is client_secret_basic.
  if (!methods && method !== 'client_secret_basic') {
    found.push(warning('token_endpoint_auth_method', fault('methods_not_listed')))
  }
  return found
}

/**
 * A provider's lists need not be complete (OpenID Connect Discovery 1.0, section 3), so a missing entry is only a
 * warning. `openid` and `sub` always exist.
 */
function compareScopes({ scope }: OidcSettings, { scopes }: ProviderFacts): OidcProblem[] {
  if (!scopes) return []
  const unknown = scope
    .split(/\s+/)
    .filter((wanted) => wanted !== '' && wanted !== 'openid' && !scopes.includes(wanted))
  const listed = listedOf(scopes)
  return unknown.map((name) => warning('scope', fault('not_listed', { name, ...listed })))
}

function compareClaims(settings: OidcSettings, { claims }: ProviderFacts): OidcProblem[] {
  const wanted = [
    ['username_claim', settings.usernameClaim],
    ['group_claim', settings.groupClaim],
  ] as const
  const checked = wanted.filter(([, claim]) => claim !== '' && claim !== 'sub')
  if (!claims || claims.length === 0) {
    const [first] = checked
    return first ? [warning(first[0], fault('claims_not_listed'))] : []
  }
  return checked
    .filter(([, claim]) => !isListed(claims, claim))
    .map(([field, name]) => warning(field, fault('not_listed', { name, ...listedOf(claims) })))
}

/** For a nested claim, providers list the outermost name. */
function isListed(claims: readonly string[], name: string): boolean {
  return claims.some((claim) => claim === name || name.startsWith(`${claim}.`))
}

const MAX_LISTED = 30

/** A provider's list as parameters: what is shown of it, and whether that is all. */
function listedOf(names: readonly string[]) {
  const listed = names.slice(0, MAX_LISTED).map(shorten).join(', ')
  return { listed, extent: listed === '' ? 'none' : names.length > MAX_LISTED ? 'part' : 'whole' }
}

/** Shortens text from another service. */
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
