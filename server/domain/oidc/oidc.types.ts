import type { ProviderIdentity } from '#server/domain/auth/auth.types'
import type { OidcSettings } from '#server/domain/settings/settings.types'

/** This server as the provider's client. */
export type ProviderClient = Pick<
  OidcSettings,
  'endpoint' | 'clientId' | 'clientSecret' | 'tokenEndpointAuthMethod'
>

/** A provider's configuration; lists that it does not publish are undefined. */
export interface ProviderFacts {
  issuer: string
  endpoints: Readonly<Record<ProviderEndpoint, string | undefined>>
  scopes: readonly string[] | undefined
  claims: readonly string[] | undefined
  responseTypes: readonly string[] | undefined
  tokenEndpointAuthMethods: readonly string[] | undefined
  signingAlgorithms: readonly string[] | undefined
}

/** Endpoints by their names in the provider's configuration (OpenID Connect Discovery 1.0, section 3). */
type ProviderEndpoint =
  'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint' | 'end_session_endpoint'

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** What to keep between sending a person to the provider and their return. */
export interface PendingSignIn {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/** A person who came back with a valid ID token for this server and this sign-in. */
export interface VerifiedSignIn extends ProviderIdentity {
  claims: Claims
  /** As received. */
  idToken: string
  /** Requests more claims from the provider. */
  userInfo(): Promise<Claims>
}

/** The calls to a provider. All fail with the errors of this feature. */
export interface OpenId {
  /**
   * Reads a provider's configuration again, bypassing the cache. @param endpoint its address, or the provider's issuer.
   */
  discover(endpoint: string): Promise<ProviderFacts>
  /** The cached facts. */
  facts(client: ProviderClient): Promise<ProviderFacts>
  /** Clears the cached configuration and keys; the next caller reads them again. */
  forget(): void
  /** Starts a sign-in: the address to send the person to, and what to keep until they return. */
  startSignIn(
    client: ProviderClient,
    request: { redirectUri: string; scope: string },
  ): Promise<{ address: string; pending: PendingSignIn }>
  /** @param query what the provider sent the person back with. */
  completeSignIn(
    client: ProviderClient,
    pending: PendingSignIn,
    query: URLSearchParams,
  ): Promise<VerifiedSignIn>
  /** The address at which the provider ends its own session. */
  endSessionAddress(
    client: ProviderClient,
    request: { idToken: string; returnTo: string | undefined },
  ): Promise<string>
}
