import { z } from 'zod'
import { usernameSchema, passwordSchema } from './auth'
import { line, loginTypeSchema, queryBoolean, roleSchema } from './common'
import { issueCode } from './issues'
import { operation } from './operation'

export const REDIRECT_SCHEMES = ['auto', 'http', 'https'] as const
export const redirectSchemeSchema = z.enum(REDIRECT_SCHEMES).meta({ id: 'OidcRedirectScheme' })
export type RedirectScheme = z.infer<typeof redirectSchemeSchema>

export const TOKEN_ENDPOINT_AUTH_METHODS = ['client_secret_post', 'client_secret_basic'] as const
export const tokenEndpointAuthMethodSchema = z
  .enum(TOKEN_ENDPOINT_AUTH_METHODS)
  .meta({ id: 'OidcTokenEndpointAuthMethod' })
export type TokenEndpointAuthMethod = z.infer<typeof tokenEndpointAuthMethodSchema>

const isHttpUrl = (value: string) =>
  value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
const address = line({ max: 2000 })
  .refine(isHttpUrl, issueCode('not_an_address'))
  .meta({ anyOf: [{ const: '' }, { type: 'string', format: 'uri', pattern: '^https?://' }] })

/** Space-separated, as in OpenID Connect, which requires `openid`. */
const scope = line({ min: 1, max: 1000 })
  .refine((value) => value.split(/\s+/).includes('openid'), issueCode('no_openid_scope'))
  .meta({ pattern: String.raw`(^|\s)openid(\s|$)` })

/** What the provider said about someone's groups at a sign-in, so that an administrator sees where a role comes from. */
export const groupClaimSeenSchema = z
  .object({
    at: z.iso.datetime(),
    username: z.string().meta({ description: 'The name at the provider; empty if it sent none' }),
    claim: z.string().meta({ description: 'Name of the claim, as set then' }),
    sent: z.boolean().meta({ description: 'Whether the provider sent this claim at all' }),
    groups: z.array(z.string()).meta({ description: 'The groups in it; the first 30 of many' }),
    role: roleSchema.nullable().meta({ description: 'The role that they stand for; null: none' }),
  })
  .meta({ id: 'GroupClaimSeen' })

const roleGroup = (role: string) =>
  z.string().meta({ description: `Name of the group for the role ${role} at the provider; empty: ${role}` })

/** How people sign in. Unset texts are empty. */
const securitySchema = z
  .object({
    login_type: loginTypeSchema,
    force_login_type: loginTypeSchema.nullable(),
    access_token_expiry: z
      .number()
      .int()
      .meta({ description: 'Minutes without use after which a session in a browser ends' }),
    min_password_length: z
      .number()
      .int()
      .meta({ description: 'Minimum number of characters in a new password' }),
    oidc_endpoint: z.string().meta({ description: 'Configuration endpoint of the provider' }),
    oidc_client_id: z.string(),
    oidc_client_secret: z
      .object({ set: z.boolean() })
      .meta({ description: 'Whether one is stored; never shown' }),
    oidc_scope: z.string(),
    oidc_username_claim: z.string(),
    oidc_group_claim: z.string().meta({ description: 'Empty: roles are not taken from the provider' }),
    oidc_group_untrusted: roleGroup('untrusted'),
    oidc_group_trusted: roleGroup('trusted'),
    oidc_group_admin: roleGroup('admin'),
    last_group_claim: groupClaimSeenSchema
      .nullable()
      .meta({ description: 'What the provider said about groups at the last sign-in; null: nothing yet' }),
    oidc_redirect_scheme: redirectSchemeSchema,
    oidc_logout_url: z.string(),
    oidc_token_endpoint_auth_method: tokenEndpointAuthMethodSchema,
    oidc_allow_takeover: z.boolean().meta({
      description:
        'Whether a first sign-in through the provider takes over the local user with the same name',
    }),
  })
  .meta({ id: 'Security' })
export type SecurityDto = z.infer<typeof securitySchema>

/**
 * The settings that determine the provider, whom it can sign in, and where it sends people: whoever changes them could
 * sign in as anyone, or lead everyone elsewhere, so a change requires the root administrator's password.
 */
export const ROOT_SETTINGS = [
  'oidc_endpoint',
  'oidc_client_id',
  'oidc_client_secret',
  'oidc_username_claim',
  'oidc_group_claim',
  'oidc_group_untrusted',
  'oidc_group_trusted',
  'oidc_group_admin',
  'oidc_scope',
  'oidc_redirect_scheme',
  'oidc_logout_url',
  'oidc_token_endpoint_auth_method',
  'oidc_allow_takeover',
] as const satisfies readonly (keyof SecurityDto)[]

/** Any subset; omitted settings are unchanged, null restores a default. */
export const patchSecurityBody = z
  .strictObject({
    login_type: loginTypeSchema,
    access_token_expiry: z.number().int().min(1).max(525_600).nullable(),
    min_password_length: z.number().int().min(1).max(1000).nullable(),
    oidc_endpoint: address.nullable(),
    oidc_client_id: line({ max: 1000 }).nullable(),
    oidc_client_secret: z
      .string()
      .max(10_000)
      .refine((value) => value.isWellFormed(), issueCode('not_unicode'))
      .nullable(),
    oidc_scope: scope.nullable(),
    oidc_username_claim: line({ min: 1, max: 200 }).nullable(),
    oidc_group_claim: line({ max: 200 }).nullable(),
    oidc_group_untrusted: line({ max: 500 }).nullable(),
    oidc_group_trusted: line({ max: 500 }).nullable(),
    oidc_group_admin: line({ max: 500 }).nullable(),
    oidc_redirect_scheme: redirectSchemeSchema.nullable(),
    oidc_logout_url: address.nullable(),
    oidc_token_endpoint_auth_method: tokenEndpointAuthMethodSchema.nullable(),
    oidc_allow_takeover: z.boolean().nullable(),
    root_username: usernameSchema,
    root_password: passwordSchema,
  })
  .partial()
  .meta({ id: 'PatchSecurity' })
export type PatchSecurityBody = z.output<typeof patchSecurityBody>

export const getSecurity = operation({
  method: 'GET',
  path: '/api/settings/security',
  summary: 'How people sign in',
  access: 'admin',
  answers: { 200: { description: 'The settings', schema: securitySchema } },
})

export const patchSecurity = operation({
  method: 'PATCH',
  path: '/api/settings/security',
  summary:
    'Change how people sign in; changing the login type ends all other sessions. That, and changing the provider’s address, client or claims, requires the root administrator’s password',
  access: 'admin',
  body: patchSecurityBody,
  answers: {
    204: { description: 'Changed, for every instance at once' },
    403: { description: 'The root administrator’s username or password is wrong' },
    409: { description: 'The environment forces a login type, or this one is not ready for use' },
    429: { description: 'Too many failed attempts; see Retry-After' },
  },
})

export const endAllSessions = operation({
  method: 'DELETE',
  path: '/api/settings/security/sessions',
  summary: 'Sign everyone out, in all browsers except the caller’s',
  access: 'admin',
  query: z.strictObject({
    api_keys: queryBoolean.optional().default(false).meta({
      type: 'boolean',
      description: 'Whether to revoke everyone’s API keys too, including the caller’s',
    }),
  }),
  answers: { 204: { description: 'Ended, on every instance' } },
})
