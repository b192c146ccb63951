import type { OidcSettings } from '#server/domain/settings/settings.types'

/** How this server is known to the provider. */
export type ProviderClient = Pick<
  OidcSettings,
  'endpoint' | 'clientId' | 'clientSecret' | 'tokenEndpointAuthMethod'
>

/** What a provider says about itself; lists that it does not publish are undefined. */
export interface ProviderFacts {
  issuer: string
  endpoints: Readonly<Record<ProviderEndpoint, string | undefined>>
  scopes: readonly string[] | undefined
  claims: readonly string[] | undefined
  responseTypes: readonly string[] | undefined
  tokenEndpointAuthMethods: readonly string[] | undefined
  signingAlgorithms: readonly string[] | undefined
}

/** Endpoints under their names in the provider's configuration (OpenID Connect Discovery 1.0, section 3). */
type ProviderEndpoint =
  'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint' | 'end_session_endpoint'

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** Who somebody is at a provider, for ever, whatever they are called. */
export interface ProviderIdentity {
  issuer: string
  subject: string
}

/** What has to be kept from sending somebody to the provider until they come back. */
export interface Passage {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/** Somebody who came back and whose ID token was found to be genuine, for this server and for this sign-in. */
export interface Arrival extends ProviderIdentity {
  claims: Claims
  /** As it came. */
  idToken: string
  /** Asks the provider for more claims. */
  userInfo(): Promise<Claims>
}

/** What is done at a provider. Everything here fails with the errors of this feature. */
export interface OpenId {
  /** Reads the configuration of a provider again, and forgets what is remembered. @param endpoint its address, or the provider's issuer. */
  discover(endpoint: string): Promise<ProviderFacts>
  /** The facts as they are remembered for a while. */
  facts(client: ProviderClient): Promise<ProviderFacts>
  /** Forgets the configuration and keys of the provider; whoever comes next has them read again. */
  forget(): void
  /** Makes a passage and the address at which it begins. */
  depart(
    client: ProviderClient,
    request: { redirectUri: string; scope: string },
  ): Promise<{ address: string; passage: Passage }>
  /** @param query what the provider sent the person back with. */
  arrive(client: ProviderClient, passage: Passage, query: URLSearchParams): Promise<Arrival>
  /** The address at which the provider ends its own session. */
  endSessionAddress(
    client: ProviderClient,
    request: { idToken: string; returnTo: string | undefined },
  ): Promise<string>
}
