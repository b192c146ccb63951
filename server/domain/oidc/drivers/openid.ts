import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client'
import { z } from 'zod'
import type { OidcStep } from '#contract/oidc'
import { AppError } from '#server/errors'
import { fetchWhole } from '#server/upstream/whole-answer'
import { misconfigured, ProviderFailure, tokenInvalid } from '../oidc.errors'
import type { OpenId, ProviderClient, ProviderFacts } from '../oidc.types'
import { toOidcFailure } from './openid-failures'

/** How long the configuration of a provider is remembered, in milliseconds. */
const MEMORY = 10 * 60_000
/** Bytes of one answer: configurations and sets of keys have a few kB, ID tokens with many groups some more. */
const MAX_ANSWER_BYTES = 1_000_000

const text = z.string().min(1).optional()
const texts = z.array(z.string()).optional()
const metadataSchema = z.object({
  issuer: z.string(),
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

/**
 * OpenID Connect by openid-client: authorization code with PKCE (S256), state and nonce, and ID tokens whose
 * signature, issuer, audience, nonce and expiry are checked.
 * @param dependencies.fetch reaches the provider.
 * @param dependencies.timeLimit seconds that the provider may take for one answer.
 */
export function createOpenId(dependencies: {
  fetch: typeof globalThis.fetch
  clock: () => Date
  timeLimit?: number
}): OpenId {
  const { clock, timeLimit = 10 } = dependencies
  let remembered: { key: string; until: number; connection: Promise<Configuration> } | undefined

  const read = fetchWhole(dependencies.fetch, MAX_ANSWER_BYTES)

  const fetch: CustomFetch = (address, { body, ...options }) =>
    read(address, {
      ...options,
      // The copy is for the type alone, which leaves out shared memory; forms are what is sent.
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
    })

  /** Reads the provider's configuration; http is for providers in a home network that have nothing else. */
  async function connect(
    endpoint: string,
    clientId: string,
    authentication: ClientAuth,
  ): Promise<Configuration> {
    const address = configurationAddress(endpoint)
    return during('configuration', () =>
      discovery(address, clientId, undefined, authentication, {
        timeout: timeLimit,
        [customFetch]: fetch,
        // Without it tokens that come straight from the provider are believed unsigned, as TLS vouches for them.
        execute: [
          enableNonRepudiationChecks,
          ...(address.protocol === 'http:' ? [allowInsecureRequests] : []),
        ],
      }),
    )
  }

  /** The connection for exactly these settings; other settings are asked about at once. */
  function connection(client: ProviderClient): Promise<Configuration> {
    const { endpoint, clientId, clientSecret, tokenEndpointAuthMethod } = client
    const key = JSON.stringify([endpoint, clientId, clientSecret, tokenEndpointAuthMethod])
    const now = clock().getTime()
    if (remembered?.key === key && remembered.until > now) return remembered.connection
    const authentication =
      tokenEndpointAuthMethod === 'client_secret_basic' ? ClientSecretBasic : ClientSecretPost
    const made = {
      key,
      until: now + MEMORY,
      connection: connect(endpoint, clientId, authentication(clientSecret)),
    }
    remembered = made
    // A failure is not remembered: the provider may be back in a moment.
    made.connection.catch(() => {
      if (remembered === made) remembered = undefined
    })
    return made.connection
  }

  return {
    // Whoever reads a configuration need not be known to the provider.
    discover: async (endpoint) => factsOf(await connect(endpoint, 'unknown', None())),
    facts: async (client) => factsOf(await connection(client)),

    async depart(client, { redirectUri, scope }) {
      const provider = await connection(client)
      const passage = {
        redirectUri,
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
      }
      const challenge = await calculatePKCECodeChallenge(passage.codeVerifier)
      const address = await during('configuration', async () =>
        buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope,
          state: passage.state,
          nonce: passage.nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }),
      )
      return { address: address.href, passage }
    },

    async arrive(client, passage, query) {
      const provider = await connection(client)
      const arrivedAt = new URL(passage.redirectUri)
      arrivedAt.search = query.toString()
      const tokens = await during('token', () =>
        authorizationCodeGrant(provider, arrivedAt, {
          expectedState: passage.state,
          expectedNonce: passage.nonce,
          pkceCodeVerifier: passage.codeVerifier,
          idTokenExpected: true,
        }),
      )
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) {
        throw tokenInvalid('The provider sent no ID token.')
      }
      return {
        issuer: claims.iss,
        subject: claims.sub,
        claims,
        idToken: tokens.id_token,
        async userInfo() {
          if (provider.serverMetadata().userinfo_endpoint === undefined) return {}
          return during('user_info', () => fetchUserInfo(provider, tokens.access_token, claims.sub))
        },
      }
    },

    async endSessionAddress(client, { idToken, returnTo }) {
      const provider = await connection(client)
      const address = await during('configuration', async () =>
        buildEndSessionUrl(provider, {
          id_token_hint: idToken,
          ...(returnTo !== undefined && { post_logout_redirect_uri: returnTo }),
        }),
      )
      return address.href
    },
  }
}

/** @throws AppError of this feature for whatever the provider does wrong. */
async function during<T>(step: OidcStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = toOidcFailure(error, step)
    throw failure instanceof AppError ? new ProviderFailure(failure, step) : failure
  }
}

/** Administrators may give the issuer instead of the address of its configuration. */
function configurationAddress(endpoint: string): URL {
  if (!URL.canParse(endpoint)) throw misconfigured('The configuration endpoint is not an address.')
  const address = new URL(endpoint)
  if (!address.pathname.includes('/.well-known/')) {
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/.well-known/openid-configuration`
  }
  return address
}

function factsOf(provider: Configuration): ProviderFacts {
  const parsed = metadataSchema.safeParse(provider.serverMetadata())
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? 'it'
    throw misconfigured(`The configuration of the provider cannot be used: ${at} has an unexpected form.`)
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
