import { z } from 'zod'
import { fileCause, fileCauseSchema } from '#contract/file-cause'
import { approvalSettingsSchema } from '#contract/approval'
import { loginTypeSchema } from '#contract/common'
import { chosenRowsSchema } from '#contract/discover-settings'
import { DEFAULT_DOWNLOAD_SETTINGS, downloadSettingsSchema } from '#contract/download-settings'
import { roleQuotasSchema } from '#contract/quotas'
import { groupClaimSeenSchema, redirectSchemeSchema, tokenEndpointAuthMethodSchema } from '#contract/security'
import { RETENTION, retentionSchemas } from '#contract/storage'
import { MAX_SITE_ADDRESS } from './site-address.rules'

/** Every stored setting with its type. Secrets are always stored encrypted; a setting without a row has its default. */
export const settingSchemas = {
  login_type: loginTypeSchema,
  /** The login type forced at the last start of an instance; without a row there was none. */
  forced_login_type: loginTypeSchema,
  /** Minimum length of a new password. */
  min_password_length: z.number().int().min(1).max(1000),
  /** Minutes of inactivity after which a browser session ends. */
  access_token_expiry: z.number().int().min(1).max(525_600),
  /** Address of the provider's configuration document, as typed. */
  oidc_endpoint: z.string(),
  oidc_client_id: z.string(),
  /** Encrypted; see {@link SECRET_SETTINGS}. */
  oidc_client_secret: z.string(),
  /** The origin that the client secret was entered for; without a row, that of the endpoint. */
  oidc_client_secret_home: z.string(),
  oidc_scope: z.string(),
  oidc_username_claim: z.string(),
  /** Empty: the provider sets no roles. */
  oidc_group_claim: z.string(),
  /** The provider's name of the group for each role; empty: it is named after the role. */
  oidc_group_untrusted: z.string(),
  oidc_group_trusted: z.string(),
  oidc_group_admin: z.string(),
  /** The groups that the provider sent at the last sign-in. */
  last_group_claim: groupClaimSeenSchema.nullable(),
  oidc_redirect_scheme: redirectSchemeSchema,
  oidc_logout_url: z.string(),
  oidc_token_endpoint_auth_method: tokenEndpointAuthMethodSchema,
  /** Whether a first sign-in through the provider takes over the local user of that name. */
  oidc_allow_takeover: z.boolean(),
  /** Absolute path of the connections' configuration file. */
  indexer_file: z.string().nullable(),
  /** Status of that file; does not apply to another path. */
  indexer_file_state: z
    .object({
      path: z.string(),
      last_read: z.string().nullable(),
      cause: fileCauseSchema.nullable().optional(),
      /** What earlier versions stored instead of a cause. */
      last_error: z.string().nullable().optional(),
    })
    .transform(({ path, last_read, cause, last_error }) => ({
      path,
      last_read,
      cause: cause ?? (last_error ? fileCause('other', { text: last_error }) : null),
    }))
    .nullable(),
  /** The connections that the file set up, by section, with digests of the values last taken from it. */
  connection_file_sections: z
    .record(z.string(), z.object({ id: z.string(), digests: z.record(z.string(), z.string()) }))
    .nullable(),
  ...downloadSettingsSchema.shape,
  /** What books were last had through, by name, each with a mark that every change replaces. */
  known_setup: z.record(z.string(), z.string()).nullable(),
  /** How much people of each role may request. */
  request_quotas: roleQuotasSchema,
  /** Which requests need no approval. */
  approval: approvalSettingsSchema,
  /** The rows of Discover; null: as the catalogue suggests. */
  discover_rows: chosenRowsSchema.nullable(),
  /** How long rows of each kind are kept, and how many. */
  keep_releases: retentionSchemas.releases,
  keep_timeline: retentionSchemas.timeline,
  keep_deliveries: retentionSchemas.deliveries,
  keep_failed_deliveries: retentionSchemas.failed_deliveries,
  keep_audit: retentionSchemas.audit,
  /** When old rows were last deleted, and how many. */
  last_clean_up: z.object({ at: z.string(), removed: z.number().int() }).nullable(),
  /** Whether users may have their own notification targets. */
  personal_notifications: z.boolean(),
  /** Whether those targets may be in the server's network. */
  personal_private_addresses: z.boolean(),
  /** Where an administrator last signed in: scheme, host and port, for links in messages. */
  site_address: z.string().max(MAX_SITE_ADDRESS).nullable(),
  /** Whether the setup card on Discover was dismissed. */
  getting_started_dismissed: z.boolean(),
  /** The private key by which push services recognise this server. */
  push_key: z.string(),
  /** A known text, encrypted with the secret key, to detect a changed key at start. */
  secret_canary: z.string(),
}

export type SettingKey = keyof typeof settingSchemas
export type SettingValue<K extends SettingKey> = z.output<(typeof settingSchemas)[K]>

/** The OpenID Connect settings that people change and that are stored unencrypted. */
export type OidcSetting = Exclude<Extract<SettingKey, `oidc_${string}`>, SecretSetting | OwnSetting>
/** New values of settings that people change; null restores the default. Secrets are not encrypted yet. */
export type SettingChanges = { [K in ChangeableSetting]?: SettingValue<K> | null | undefined }
type ChangeableSetting = Exclude<SettingKey, OwnSetting>

export function isChangeable(key: string): key is ChangeableSetting {
  return key in settingSchemas && !INTERNAL_SETTINGS.some((own) => own === key)
}

/** Settings that the server writes for itself; people do not change them. */
const INTERNAL_SETTINGS = [
  'forced_login_type',
  'secret_canary',
  'push_key',
  'oidc_client_secret_home',
  'last_group_claim',
  'site_address',
  'last_clean_up',
  'getting_started_dismissed',
  'indexer_file_state',
  'connection_file_sections',
  'known_setup',
] as const satisfies readonly SettingKey[]
type OwnSetting = (typeof INTERNAL_SETTINGS)[number]

/** Settings stored encrypted, with their own name as context. */
export type SecretSetting = Extract<SettingKey, 'oidc_client_secret'>

/** The values of settings without a row; undefined if there is no default. */
export const settingDefaults = {
  login_type: undefined,
  forced_login_type: undefined,
  min_password_length: 8,
  access_token_expiry: 30 * 24 * 60,
  oidc_endpoint: '',
  oidc_client_id: '',
  oidc_client_secret: undefined,
  oidc_client_secret_home: undefined,
  oidc_scope: 'openid profile email',
  oidc_username_claim: 'preferred_username',
  oidc_group_claim: '',
  oidc_group_untrusted: '',
  oidc_group_trusted: '',
  oidc_group_admin: '',
  last_group_claim: null,
  oidc_redirect_scheme: 'auto',
  oidc_logout_url: '',
  oidc_token_endpoint_auth_method: 'client_secret_post',
  oidc_allow_takeover: true,
  ...DEFAULT_DOWNLOAD_SETTINGS,
  indexer_file: null,
  indexer_file_state: null,
  connection_file_sections: null,
  known_setup: null,
  request_quotas: { untrusted: null, trusted: null },
  approval: { roles: { untrusted: false, trusted: true }, rules: [] },
  discover_rows: null,
  keep_releases: RETENTION.releases.default,
  keep_timeline: RETENTION.timeline.default,
  keep_deliveries: RETENTION.deliveries.default,
  keep_failed_deliveries: RETENTION.failed_deliveries.default,
  keep_audit: RETENTION.audit.default,
  last_clean_up: null,
  personal_notifications: true,
  personal_private_addresses: false,
  site_address: null,
  getting_started_dismissed: false,
  push_key: undefined,
  secret_canary: undefined,
} satisfies { [K in SettingKey]: SettingValue<K> | undefined }
