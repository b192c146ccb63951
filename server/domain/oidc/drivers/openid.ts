import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  setJwksCache,
  type CustomFetch,
  type ExportedJWKSCache,
  type ServerMetadata,
} from 'openid-client'
import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { redact } from '#server/upstream/redaction.rules'
import type { OidcStep } from '#contract/oidc'
import { AppError } from '#server/errors/app-error'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { isIssuerOf, shownIssuer } from '#server/domain/oidc/issuer.rules'
import { misconfigured, ProviderFailure, tokenInvalid } from '#server/domain/oidc/oidc.errors'
import type {
  VerifiedSignIn,
  OpenId,
  PendingSignIn,
  ProviderClient,
  ProviderFacts,
} from '#server/domain/oidc/oidc.types'
import { basicCredentials, createBasicAuthentication } from './client-authentication'
import { isUnverified, toOidcFailure } from './openid-failures'
import { boundedFetch, configurationFetch, discreetFetch } from './provider-fetch'

/** Milliseconds for which a provider's configuration is cached. */
const MEMORY = 10 * 60_000

const text = outsideText.pipe(z.string().min(1)).optional()
const texts = z.array(outsideText).optional()
const metadataSchema = z.object({
  issuer: outsideText,
  authorization_endpoint: text,
  token_endpoint: text,
  jwks_uri: text,
  userinfo_endpoint: text,
  end_session_endpoint: text,
  scopes_supported: texts,
  claims_supported: texts,
  response_types_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  id_token_signing_alg_values_supported: texts,
})

interface OpenIdDependencies extends Pick<FeatureContext, 'fetch' | 'clock'> {
  /** Seconds that the provider may take for one response. */
  timeLimit?: number
}

interface Context extends Required<Omit<OpenIdDependencies, 'fetch'>> {
  reach: CustomFetch
  basic: ReturnType<typeof createBasicAuthentication>
  /** The provider queried last. */
  remembered?: { key: string; until: number; provider: Promise<Provider> } | undefined
}

/**
 * OpenID Connect with openid-client: authorization code with PKCE (S256), state and nonce, and ID tokens whose
 * signature, issuer, audience, nonce and expiry are checked.
 */
export function createOpenId({ fetch, clock, timeLimit = 10 }: OpenIdDependencies): OpenId {
  const basic = createBasicAuthentication()
  const context: Context = { reach: boundedFetch(fetch), basic, timeLimit, clock }
  return bind(context, { discover, facts, forget, startSignIn, completeSignIn, endSessionAddress })
}

/** Reads the provider's configuration. */
async function read({ timeLimit, reach }: Context, endpoint: string): Promise<ServerMetadata> {
  const address = configurationAddress(endpoint)
  const found = await atStep('configuration', () =>
    // Reading a configuration does not require a client id.
    discovery(address, 'unknown', undefined, None(), {
      timeout: timeLimit,
      [customFetch]: configurationFetch(reach),
      execute: isInsecure(address) ? [allowInsecureRequests] : [],
    }),
  )
  return found.serverMetadata()
}

/** The cached provider for these settings; if they differ from the cached ones, it is read at once. */
function providerOf(
  context: Context,
  { endpoint, clientId, clientSecret, ...client }: ProviderClient,
): Promise<Provider> {
  const key = JSON.stringify([endpoint, clientId, clientSecret, client.tokenEndpointAuthMethod])
  const now = context.clock().getTime()
  if (context.remembered?.key === key && context.remembered.until > now) return context.remembered.provider
  const provider = read(context, endpoint).then((metadata): Provider => {
    // Foreign metadata may name endpoints that must not get the client secret.
    if (!isIssuerOf(endpoint, metadata.issuer)) {
      const other = misconfigured({ why: 'other_issuer', issuer: shownIssuer(metadata.issuer) })
      throw new ProviderFailure(other, 'configuration')
    }
    return { metadata, keys: undefined }
  })
  const made = { key, until: now + MEMORY, provider }
  context.remembered = made
  // Failures are not cached: the provider may be back in a moment.
  provider.catch(() => {
    if (context.remembered === made) context.remembered = undefined
  })
  return provider
}

/** @param via sends the requests to the provider. */
function configure(
  { reach, basic, timeLimit }: Context,
  { metadata, keys }: Provider,
  client: ProviderClient,
  via = discreetFetch(reach, secretsOf(client)),
): Configuration {
  const isBasic = client.tokenEndpointAuthMethod === 'client_secret_basic'
  const authentication = isBasic ? basic.authentication(client) : ClientSecretPost(client.clientSecret)
  const configuration = new Configuration(metadata, client.clientId, undefined, authentication)
  configuration.timeout = timeLimit
  configuration[customFetch] = via
  // Without it, unsigned tokens received directly from the provider would be accepted on the strength of TLS.
  enableNonRepudiationChecks(configuration)
  if (isInsecure(configurationAddress(client.endpoint))) allowInsecureRequests(configuration)
  if (keys) setJwksCache(configuration, keys)
  return configuration
}

/** What signs in the client, in every form in which it is sent. */
const secretsOf = (client: ProviderClient): string[] => [
  client.clientSecret,
  basicCredentials(client, 'raw'),
  basicCredentials(client, 'encoded'),
]

/**
 * Exchanges a code for tokens. If a signature does not verify, the provider may have new keys: they are read
 * again and the same tokens are checked again, because a code can be used only once.
 */
async function redeem(
  context: Context,
  client: ProviderClient,
  pending: PendingSignIn,
  query: URLSearchParams,
) {
  const { basic } = context
  const reach = discreetFetch(context.reach, secretsOf(client))
  const callbackUrl = new URL(pending.redirectUri)
  callbackUrl.search = query.toString()
  const { searchParams } = callbackUrl
  const description = searchParams.get('error_description')
  if (description !== null) searchParams.set('error_description', redact(description, secretsOf(client)))
  const via = replayingTokens(basic.tokenFetch(client, reach), reach)
  const verify = async () => {
    const provider = await providerOf(context, client)
    const configuration = configure(context, provider, client, via)
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.codeVerifier,
      idTokenExpected: true,
    }).finally(() => {
      provider.keys = getJwksCache(configuration)
    })
    return { tokens, configuration }
  }
  try {
    return await verify()
  } catch (error) {
    if (!isUnverified(error)) throw error
    context.remembered = undefined
    return verify()
  }
}

async function discover(context: Context, endpoint: string): Promise<ProviderFacts> {
  // After a manual check, the next sign-in should use the fresh configuration too.
  context.remembered = undefined
  return factsOf(await read(context, endpoint))
}

async function facts(context: Context, client: ProviderClient): Promise<ProviderFacts> {
  return factsOf((await providerOf(context, client)).metadata)
}

function forget(context: Context): void {
  context.remembered = undefined
}

async function startSignIn(
  context: Context,
  client: ProviderClient,
  { redirectUri, scope }: Parameters<OpenId['startSignIn']>[1],
): ReturnType<OpenId['startSignIn']> {
  const provider = configure(context, await providerOf(context, client), client)
  const pending = {
    redirectUri,
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
  }
  const challenge = await calculatePKCECodeChallenge(pending.codeVerifier)
  const address = await atStep('configuration', async () =>
    buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  )
  return { address: address.href, pending }
}

async function completeSignIn(
  context: Context,
  client: ProviderClient,
  pending: PendingSignIn,
  query: URLSearchParams,
): Promise<VerifiedSignIn> {
  const secrets = secretsOf(client)
  const { tokens, configuration } = await atStep(
    'token',
    () => redeem(context, client, pending, query),
    secrets,
  )
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined) {
    throw tokenInvalid({ why: 'token_missing' })
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    claims,
    idToken: tokens.id_token,
    async userInfo() {
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
      return atStep('user_info', () => fetchUserInfo(configuration, tokens.access_token, claims.sub), secrets)
    },
  }
}

async function endSessionAddress(
  context: Context,
  client: ProviderClient,
  { idToken, returnTo }: Parameters<OpenId['endSessionAddress']>[1],
): Promise<string> {
  const provider = configure(context, await providerOf(context, client), client)
  const address = await atStep('configuration', async () =>
    buildEndSessionUrl(provider, {
      id_token_hint: idToken,
      ...(returnTo !== undefined && { post_logout_redirect_uri: returnTo }),
    }),
  )
  return address.href
}

/** The cached facts of a provider: its configuration, and its signing keys as last read. */
interface Provider {
  metadata: ServerMetadata
  keys: ExportedJWKSCache | undefined
}

/** The only POST is the token request; if it is repeated, its response is replayed. */
function replayingTokens(forTokens: CustomFetch, reach: CustomFetch): CustomFetch {
  let received: Response | undefined
  return async (address, options) => {
    if (options.method !== 'POST') return reach(address, options)
    received ??= await forTokens(address, options)
    return received.clone()
  }
}

/** Plain http is for providers in a home network that offer nothing else. */
const isInsecure = ({ protocol }: URL) => protocol === 'http:'

/** @throws AppError of this feature for any failure of the provider. */
async function atStep<T>(
  step: OidcStep,
  work: () => Promise<T>,
  secrets: readonly string[] = [],
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    const failure = toOidcFailure(error, step, secrets)
    throw failure instanceof AppError ? new ProviderFailure(failure, step) : failure
  }
}

/** Administrators may enter the issuer instead of the configuration's address. */
function configurationAddress(endpoint: string): URL {
  if (!URL.canParse(endpoint)) throw misconfigured({ why: 'endpoint_unreadable' })
  const address = new URL(endpoint)
  if (!address.pathname.includes('/.well-known/')) {
    address.pathname = `${address.pathname.replace(/(?<!\/)\/+$/, '')}/.well-known/openid-configuration`
  }
  return address
}

function factsOf(provider: ServerMetadata): ProviderFacts {
  const parsed = metadataSchema.safeParse(provider)
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? 'it'
    throw misconfigured({ why: 'provider_form', name: at })
  }
  const metadata = parsed.data
  return {
    issuer: metadata.issuer,
    endpoints: {
      authorization_endpoint: metadata.authorization_endpoint,
      token_endpoint: metadata.token_endpoint,
      jwks_uri: metadata.jwks_uri,
      userinfo_endpoint: metadata.userinfo_endpoint,
      end_session_endpoint: metadata.end_session_endpoint,
    },
    scopes: metadata.scopes_supported,
    claims: metadata.claims_supported,
    responseTypes: metadata.response_types_supported,
    tokenEndpointAuthMethods: metadata.token_endpoint_auth_methods_supported,
    signingAlgorithms: metadata.id_token_signing_alg_values_supported,
  }
}
