import type { Transaction } from '#server/db/database'
import { StartError } from '#server/errors/start-error'
import { originOf, losesSecret } from '#server/upstream/secret-home.rules'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { RESET_SECRETS } from './lost-key'
import type { OidcSettings } from './settings.types'
import type { SettingsRepository } from './settings.repository'
import {
  isChangeable,
  settingDefaults,
  settingSchemas,
  type OidcSetting,
  type SecretSetting,
  type SettingChanges,
  type SettingKey,
  type SettingValue,
} from './settings.schemas'

/** The content of the canary; only that it can be read back matters. */
const CANARY = 'The secret key is the right one.'

export type Settings = ReturnType<typeof createSettings>

interface Context extends Pick<FeatureContext, 'secretBox' | 'clock'> {
  repository: SettingsRepository
  /** Where the secret key came from, for messages to whoever runs the server. */
  secretKeySource: string
}

type Stored<K extends SettingKey> = SettingValue<K> | (typeof settingDefaults)[K]
/** Reads one setting from a consistent snapshot. */
type Read = <K extends SettingKey>(key: K) => Stored<K>

/** Typed key-value settings shared by all instances. */
export function createSettings(context: Context) {
  const { repository, clock } = context
  const functions = {
    snapshot,
    seal,
    oidcSettings,
    changedBy,
    leavesSecretBehind,
    prepare,
    secretOnce,
    secretCanary,
    verifySecretKey,
    forgetLostSecrets,
  }
  return {
    ...bind(context, functions),

    /**
     * Reads one setting, in the given transaction if there is one.
     * @returns the stored value, else the default.
     */
    get: async <K extends SettingKey>(key: K, within?: Transaction): Promise<Stored<K>> =>
      valueOf(key, await repository.find(key, within)),

    /** Like {@link get}, but locks the setting until the transaction ends. */
    lock: async <K extends SettingKey>(key: K, within: Transaction): Promise<Stored<K>> =>
      valueOf(key, await repository.lock(key, within)),

    /** Stores a value in a transaction; null restores the default. */
    put: async <K extends SettingKey>(key: K, value: SettingValue<K> | null, within: Transaction) =>
      store(context, { key, value: value === null ? null : parse(key, value), at: clock() }, within),

    set: async <K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void> =>
      repository.put({ key, value: parse(key, value), at: clock() }),
  }
}

const valueOf = <K extends SettingKey>(key: K, stored: unknown): Stored<K> =>
  stored === undefined ? settingDefaults[key] : parse(key, stored)

/** @param entry.value null restores the default. */
async function store(
  { repository }: Context,
  entry: { key: SettingKey; value: unknown; at: Date },
  within: Transaction,
): Promise<void> {
  if (entry.value === null) await repository.remove(entry.key, within)
  else await repository.put(entry, within)
}

/** @returns a reader for a consistent snapshot of all settings. */
async function snapshot({ repository }: Context): Promise<Read> {
  const stored = await repository.findAll()
  return (key) => valueOf(key, stored.get(key))
}

/** The origin that the stored client secret may be sent to. */
const secretOrigin = (stored: Read) => stored('oidc_client_secret_home') ?? originOf(stored('oidc_endpoint'))

/** Encrypts the text of a secret setting for storage. */
function seal({ secretBox }: Context, key: SecretSetting, text: string): Promise<string> {
  return secretBox.seal(text, key)
}

/** Records the origin of the client secret before it or the endpoint changes. */
async function recordSecretOrigin(
  context: Context,
  changes: SettingChanges,
  within: Transaction,
): Promise<void> {
  const { repository, clock } = context
  const { oidc_endpoint: endpoint, oidc_client_secret: secret } = changes
  if (endpoint === undefined && secret === undefined) return
  const key = 'oidc_client_secret_home'
  const before = valueOf('oidc_endpoint', await repository.find('oidc_endpoint', within))
  const known = await repository.find(key, within)
  const entered = originOf(endpoint === undefined ? before : (endpoint ?? ''))
  if (secret === undefined && known !== undefined) return
  const home = secret === undefined ? (originOf(before) ?? entered) : entered
  if (home === null || secret === null || secret === '') await repository.remove(key, within)
  else await repository.put({ key, value: home, at: clock() }, within)
}

/**
 * The stored OpenID Connect settings.
 * @param changes applied to the result as a preview; null stands for the default.
 */
async function oidcSettings(context: Context, changes: SettingChanges = {}): Promise<OidcSettings> {
  const stored = await snapshot(context)
  const value = <K extends OidcSetting>(key: K) => {
    const changed = changes[key]
    return changed === undefined ? stored(key) : (changed ?? settingDefaults[key])
  }
  const sealedSecret = stored('oidc_client_secret')
  const secret = changes.oidc_client_secret
  const endpoint = value('oidc_endpoint')
  const storedSecret = async () =>
    sealedSecret === undefined || losesSecret(secretOrigin(stored), endpoint)
      ? ''
      : context.secretBox.open(sealedSecret, 'oidc_client_secret')
  return {
    endpoint,
    clientId: value('oidc_client_id'),
    clientSecret: secret === undefined ? await storedSecret() : (secret ?? ''),
    scope: value('oidc_scope'),
    usernameClaim: value('oidc_username_claim'),
    groupClaim: value('oidc_group_claim'),
    roleGroups: {
      untrusted: value('oidc_group_untrusted'),
      trusted: value('oidc_group_trusted'),
      admin: value('oidc_group_admin'),
    },
    redirectScheme: value('oidc_redirect_scheme'),
    logoutUrl: value('oidc_logout_url'),
    tokenEndpointAuthMethod: value('oidc_token_endpoint_auth_method'),
    allowTakeover: value('oidc_allow_takeover'),
  }
}

/** The settings that changes would affect; a given secret always counts. */
async function changedBy(context: Context, changes: SettingChanges): Promise<ReadonlySet<string>> {
  const stored = await snapshot(context)
  const keys = Object.keys(changes).filter(isChangeable)
  return new Set(
    keys.filter((key) => {
      const wanted = changes[key]
      if (wanted === undefined) return false
      if (key === 'oidc_client_secret') return Boolean(wanted) || stored(key) !== undefined
      return JSON.stringify(wanted ?? settingDefaults[key]) !== JSON.stringify(stored(key))
    }),
  )
}

/** Whether changes lead away from the client secret's origin without a new secret. */
async function leavesSecretBehind(context: Context, changes: SettingChanges): Promise<boolean> {
  const { oidc_endpoint: endpoint, oidc_client_secret: secret } = changes
  if (endpoint === undefined || secret !== undefined) return false
  const stored = await snapshot(context)
  return stored('oidc_client_secret') !== undefined && losesSecret(secretOrigin(stored), endpoint ?? '')
}

/**
 * Validates and encrypts changes. Null, and an empty secret, restore the default.
 * @returns a function that stores all of them in a transaction.
 */
async function prepare(
  context: Context,
  changes: SettingChanges,
): Promise<(within: Transaction) => Promise<void>> {
  const secret = changes.oidc_client_secret
  const sealed = secret
    ? await seal(context, 'oidc_client_secret', secret)
    : secret === undefined
      ? undefined
      : null
  const entries = Object.keys(changes)
    .filter(isChangeable)
    .flatMap((key) => {
      const value = key === 'oidc_client_secret' ? sealed : changes[key]
      return value === undefined ? [] : [{ key, value: value === null ? null : parse(key, value) }]
    })
  const at = context.clock()
  return async (within) => {
    await recordSecretOrigin(context, changes, within)
    for (const entry of entries) await store(context, { ...entry, at }, within)
  }
}

/** A secret that the server generates on first use. */
async function secretOnce(
  { repository, secretBox, clock }: Context,
  key: 'push_key',
  make: () => string,
): Promise<string> {
  const stored =
    (await repository.find(key)) ??
    (await repository.putOnce({ key, value: await secretBox.seal(make(), key), at: clock() }))
  return secretBox.open(parse(key, stored), key)
}

/**
 * A known text encrypted with the secret key by the first start; of instances that start together on an empty
 * database, the first one's counts.
 */
async function secretCanary({ repository, secretBox, clock }: Context): Promise<string> {
  const key = 'secret_canary'
  const stored =
    (await repository.find(key)) ??
    (await repository.putOnce({ key, value: await secretBox.seal(CANARY, key), at: clock() }))
  return parse(key, stored)
}

/**
 * Ensures that stored secrets can be read with this key.
 * @throws StartError if the database belongs to another key.
 */
async function verifySecretKey(context: Context): Promise<void> {
  const { secretBox, secretKeySource } = context
  const sealed = await secretCanary(context)
  try {
    await secretBox.open(sealed, 'secret_canary')
  } catch (cause) {
    throw new StartError(
      `The secrets in the database were encrypted with a different key from the one in ${secretKeySource}. ` +
        `Start with the previous key: set SVC_APP__SECRET_KEY to it, or restore the previous file secret.key. ${RESET_SECRETS}`,
      { cause },
    )
  }
}

/**
 * Removes the settings that this key cannot decrypt, and lets later starts check for this key.
 * @returns the names of those that people have to enter again.
 */
async function forgetLostSecrets(context: Context): Promise<SettingKey[]> {
  const { repository, secretBox, clock } = context
  const isLost = async (key: 'oidc_client_secret' | 'push_key') => {
    const stored = await repository.find(key)
    return stored !== undefined && !(await secretBox.opens(parse(key, stored), key))
  }
  const lost: SettingKey[] = []
  for (const key of ['oidc_client_secret', 'push_key'] as const) if (await isLost(key)) lost.push(key)
  const value = await secretBox.seal(CANARY, 'secret_canary')
  await repository.replace(lost, { key: 'secret_canary', value, at: clock() })
  // The server makes a new push key by itself.
  return lost.filter((key) => key !== 'push_key')
}

/**
 * An invalid value was written by hand or by another version, which is an error and does not mean the
 * default.
 */
function parse<K extends SettingKey>(key: K, value: unknown): SettingValue<K>
function parse(key: SettingKey, value: unknown) {
  return settingSchemas[key].parse(value)
}
