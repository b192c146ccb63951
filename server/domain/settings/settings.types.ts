import type { Role } from '#contract/common'
import type { Fault } from '#contract/issues'
import type { RedirectScheme, TokenEndpointAuthMethod } from '#contract/security'

/** Encrypts stored secrets. */
export interface SecretBox {
  /**
   * @param context identifies the text, such as row and column; it can be opened only with the same context.
   * @returns printable text.
   */
  seal(text: string, context: string): Promise<string>
  /** @throws Error if the key or the context differs, or the text was changed. */
  open(sealed: string, context: string): Promise<string>
  /** Whether {@link open} would succeed. */
  opens(sealed: string, context: string): Promise<boolean>
}

/** The provider's name of the group for each role; empty: it is named after the role. */
export type RoleGroups = Readonly<Record<Role, string>>

/** The OpenID Connect settings. Texts that are not set are empty. */
export interface OidcSettings {
  /** Address of the provider's configuration document, or of the issuer, as typed. */
  endpoint: string
  clientId: string
  /** Decrypted: never to be returned, logged or published. */
  clientSecret: string
  /** Space-separated; includes `openid`. */
  scope: string
  usernameClaim: string
  /** Empty: the provider sets no roles. */
  groupClaim: string
  roleGroups: RoleGroups
  redirectScheme: RedirectScheme
  logoutUrl: string
  tokenEndpointAuthMethod: TokenEndpointAuthMethod
  /** Whether a first sign-in takes over the local user of that name. */
  allowTakeover: boolean
}

/** A mismatch between the settings and the provider's configuration. */
export interface OidcProblem {
  /**
   * `issue`: the provider answered and something is wrong, so the settings are not saved. `unreachable`: the provider
   * did not answer, so they are saved but cannot be switched to. `warning`: the provider does not say.
   */
  severity: 'issue' | 'unreachable' | 'warning'
  /** The affected setting by its API name, such as `oidc_scope`. */
  field: string
  fault: Fault
}

/** Reads the provider's configuration and compares; never throws on the provider's failure. */
export type CheckOidc = (settings: OidcSettings) => Promise<OidcProblem[]>
