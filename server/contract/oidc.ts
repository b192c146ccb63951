import { z } from 'zod'
import { passwordSchema } from './auth'
import { issueSchema } from './issues'
import { operation } from './operation'

/**
 * Why someone could not sign in through the provider. Browsers are redirected to `/login?error=<code>`, which
 * explains it; programs get it as a problem code.
 */
export const OIDC_ERRORS = [
  /** Another login type is set. */
  'oidc_off',
  'oidc_not_configured',
  'oidc_unreachable',
  /** The provider's configuration contradicts OpenID Connect or the settings. */
  'oidc_misconfigured',
  /** Wrong client id, client secret or authentication method. */
  'oidc_client_refused',
  /** The person cancelled or did not consent, or the provider does not allow them. */
  'oidc_denied',
  /** The provider does not support PKCE (S256) as requested. */
  'oidc_pkce_refused',
  /** The provider rejected its own authorization code. */
  'oidc_code_invalid',
  /** The sign-in is too old, already used, or was begun in another browser. */
  'oidc_state',
  'oidc_token_invalid',
  'oidc_no_username',
  'oidc_username_unfit',
  /** The name belongs to a local user who may not be taken over. */
  'oidc_name_taken',
  /** No one has the password required for a first sign-in as this administrator; `reset-root` sets one. */
  'oidc_reset_root',
] as const
export type OidcError = (typeof OIDC_ERRORS)[number]

/** What was requested from the provider when it failed; passed to the sign-in page as `&at=<step>`. */
export const OIDC_STEPS = ['configuration', 'token', 'user_info'] as const
export type OidcStep = (typeof OIDC_STEPS)[number]

const findings = z.array(issueSchema)
const seenList = z
  .array(z.string())
  .nullable()
  .meta({ description: 'The first hundred, possibly not all; null: it lists none' })

export const oidcCheckSchema = z
  .object({
    redirect_url: z
      .string()
      .nullable()
      .meta({ description: 'To enter at the provider; null if this server’s address is unknown' }),
    logout_redirect_url: z
      .string()
      .nullable()
      .meta({ description: 'Where the provider may send people after signing out' }),
    reachable: z.boolean().meta({ description: 'Whether the configuration of the provider could be read' }),
    seen: z
      .object({
        issuer: z.string(),
        scopes: seenList,
        claims: seenList,
        token_endpoint_auth_methods: seenList,
      })
      .nullable()
      .meta({ description: 'What the provider says about itself; null if it could not be read' }),
    problems: findings.meta({ description: 'Problems that prevent signing in' }),
    warnings: findings.meta({ description: 'Problems that may prevent it, or are risky' }),
  })
  .meta({ id: 'OidcCheck' })
export type OidcCheckDto = z.infer<typeof oidcCheckSchema>

export const takeoverBody = z.strictObject({ password: passwordSchema }).meta({ id: 'OidcTakeover' })

export const signedInAnswer = z
  .object({ redirect_to: z.string().meta({ description: 'Path of the page that was opened first' }) })
  .meta({ id: 'SignedIn' })

export const checkOidc = operation({
  method: 'GET',
  path: '/api/settings/security/oidc',
  summary: 'What to enter at the OpenID Connect provider, and whether the settings match it',
  access: 'admin',
  answers: { 200: { description: 'The result of checking the provider now', schema: oidcCheckSchema } },
})

export const takeOverAccount = operation({
  method: 'POST',
  path: '/api/auth/oidc/takeover',
  summary:
    'Complete a first sign-in through the provider as an existing administrator, with that account’s password, or the root administrator’s if it has none',
  access: 'public',
  body: takeoverBody,
  answers: {
    200: { description: 'Signed in; the session cookie is set', schema: signedInAnswer },
    401: { description: 'Wrong password' },
    403: { description: 'The administrator, or what is allowed, changed in the meantime' },
    409: { description: 'No such sign-in is waiting in this browser' },
    429: { description: 'Too many failed attempts; see Retry-After' },
  },
})
