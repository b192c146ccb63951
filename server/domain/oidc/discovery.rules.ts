import type { OidcProblem, OidcSettings } from '#server/domain/settings/settings.types'
import { isIssuerOf, sayOtherIssuer } from './issuer.rules'
import type { ProviderFacts } from './oidc.types'

type Field = 'endpoint' | 'client_id' | 'client_secret' | 'scope' | 'username_claim' | 'group_claim' | Method
type Method = 'token_endpoint_auth_method'

const finding = (severity: OidcProblem['severity'], field: Field, message: string): OidcProblem => ({
  severity,
  field: `oidc_${field}`,
  message,
})
const issue = (field: Field, message: string) => finding('issue', field, message)
const warning = (field: Field, message: string) => finding('warning', field, message)

/** Symmetric signatures need no key of the provider: whoever knows the client secret could make them. */
const isVerifiable = (algorithm: string) => algorithm !== 'none' && !algorithm.startsWith('HS')

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** What has to be set before anybody can be sent to the provider. */
export function findMissingSettings(settings: OidcSettings): OidcProblem[] {
  const needed = [
    ['endpoint', settings.endpoint],
    ['client_id', settings.clientId],
    ['client_secret', settings.clientSecret],
  ] as const
  return needed.flatMap(([field, value]) => (value === '' ? [issue(field, 'This is not set.')] : []))
}

/** Compares what is set with what the provider says of itself. */
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
    issue('endpoint', `The provider’s configuration lacks ${name}.`),
  )
  for (const [name, address] of Object.entries(facts.endpoints)) {
    if (address === undefined) continue
    if (!URL.canParse(address)) {
      found.push(issue('endpoint', `The provider’s ${name} is no address: ${shorten(address)}.`))
    } else if (isEncrypted && new URL(address).protocol !== 'https:') {
      found.push(
        issue('endpoint', `The provider’s ${name} is not encrypted (https), though this address is.`),
      )
    }
  }
  if (!isEncrypted) {
    const risk = 'Whoever is between this server and the provider can sign in as anybody.'
    found.push(warning('endpoint', `This address is not encrypted (https). ${risk}`))
  }
  if (!isIssuerOf(settings.endpoint, facts.issuer)) {
    found.push(issue('endpoint', sayOtherIssuer(facts.issuer)))
  }
  return found
}

function compareMethods(settings: OidcSettings, facts: ProviderFacts): OidcProblem[] {
  const { responseTypes, signingAlgorithms, tokenEndpointAuthMethods: methods } = facts
  const method = settings.tokenEndpointAuthMethod
  const found: OidcProblem[] = []
  if (responseTypes && !responseTypes.includes('code')) {
    found.push(
      issue('endpoint', `The provider’s response_types_supported lacks code; it has ${list(responseTypes)}.`),
    )
  }
  if (signingAlgorithms && !signingAlgorithms.some(isVerifiable)) {
    const only = `The provider signs with ${list(signingAlgorithms)} only, which cannot be checked.`
    found.push(issue('endpoint', `${only} Give it a signing key, such as an RSA one.`))
  }
  if (methods && !methods.includes(method)) {
    found.push(
      issue('token_endpoint_auth_method', `The provider does not know ${method}, but ${list(methods)}.`),
    )
  }
  // OpenID Connect Discovery 1.0, section 3: the default is client_secret_basic.
  if (!methods && method !== 'client_secret_basic') {
    found.push(
      warning(
        'token_endpoint_auth_method',
        'The provider does not list what it knows, which usually means client_secret_basic.',
      ),
    )
  }
  return found
}

/**
 * What a provider lists need not be complete (OpenID Connect Discovery 1.0, section 3), so that what is missing
 * there is no more than a warning. `openid` and `sub` are always there.
 */
function compareScopes({ scope }: OidcSettings, { scopes }: ProviderFacts): OidcProblem[] {
  if (!scopes) return []
  const unknown = scope
    .split(/\s+/)
    .filter((wanted) => wanted !== '' && wanted !== 'openid' && !scopes.includes(wanted))
  return unknown.map((wanted) =>
    warning('scope', `The provider does not list ${wanted}, but ${list(scopes)}. ${MAY_WORK}`),
  )
}

function compareClaims(settings: OidcSettings, { claims }: ProviderFacts): OidcProblem[] {
  const wanted = [
    ['username_claim', settings.usernameClaim],
    ['group_claim', settings.groupClaim],
  ] as const
  const checked = wanted.filter(([, claim]) => claim !== '' && claim !== 'sub')
  if (!claims || claims.length === 0) {
    const [first] = checked
    const unlisted = 'The provider does not list its claims, so their names cannot be checked.'
    return first ? [warning(first[0], unlisted)] : []
  }
  return checked
    .filter(([, claim]) => !isListed(claims, claim))
    .map(([field, claim]) =>
      warning(field, `The provider does not list ${claim}, but ${list(claims)}. ${MAY_WORK}`),
    )
}

const MAY_WORK = 'It works if the provider was told to add it.'

/** Of a nested claim, providers list the outermost name. */
function isListed(claims: readonly string[], name: string): boolean {
  return claims.some((claim) => claim === name || name.startsWith(`${claim}.`))
}

const MAX_LISTED = 30

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map(shorten).join(', ')
  return names.length > MAX_LISTED ? `${shown} and others` : shown || 'nothing'
}

/** Text of another service. */
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
