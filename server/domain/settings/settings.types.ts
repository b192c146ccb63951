import type { Fault } from '#contract/issues'
import type { RedirectScheme, TokenEndpointAuthMethod } from '#contract/security'

/** Encrypts what is stored. */
export interface SecretBox {
  /**
   * @param context names what the text is, such as the row and column; it opens under the same one only.
   * @returns printable text.
   */
  seal(text: string, context: string): Promise<string>
  /** @throws Error when the key or the context is another one, or the text was changed. */
  open(sealed: string, context: string): Promise<string>
}

/** How the OpenID Connect provider is reached and read. Texts that are not set are empty. */
export interface OidcSettings {
  /** Address of the provider's configuration document, or of the issuer, as typed. */
  endpoint: string
  clientId: string
  /** Decrypted: never to be answered, logged or published. */
  clientSecret: string
  /** Space-separated; has `openid` in it. */
  scope: string
  usernameClaim: string
  /** Empty: roles are not taken from the provider. */
  groupClaim: string
  redirectScheme: RedirectScheme
  logoutUrl: string
  tokenEndpointAuthMethod: TokenEndpointAuthMethod
  /** Whether a first sign-in takes over the local user of that name. */
  allowTakeover: boolean
}

/** What does not fit between the settings and what the provider says about itself. */
export interface OidcProblem {
  /**
   * `issue`: the provider answered and something is wrong, so the settings are not saved. `unreachable`: it
   * cannot be asked, so they are saved but cannot be switched to. `warning`: it does not say.
   */
  severity: 'issue' | 'unreachable' | 'warning'
  /** The setting at fault as the wire calls it, such as `oidc_scope`. */
  field: string
  fault: Fault
}

/** Asks the provider for its configuration and compares; nothing that goes wrong there is thrown. */
export type CheckOidc = (settings: OidcSettings) => Promise<OidcProblem[]>
