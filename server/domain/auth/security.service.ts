import type { LoginType } from '#contract/common'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import { ROOT_SETTINGS, type PatchSecurityBody, type SecurityDto } from '#contract/security'
import { auditNote } from '#contract/audit-note'
import { originOf } from '#server/upstream/secret-home.rules'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { refuseIssues } from '#server/errors/problem'
import type { CheckOidc, OidcSettings } from '#server/domain/settings/settings.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { ApiKeys } from './api-keys.service'
import { basicCannotNameRoot, loginTypeForced, oidcNotReady, wrongRootCredentials } from './auth.errors'
import type { Actor, PasswordUser } from './auth.types'
import type { Passwords } from './passwords.service'
import type { Sessions } from './sessions.service'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'
import { authorOf } from './users.rules'

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce'> {
  settings: Pick<
    Settings,
    'snapshot' | 'get' | 'oidcSettings' | 'changedBy' | 'leavesSecretBehind' | 'prepare'
  >
  setupState: SetupState
  repository: Pick<UsersRepository, 'lock'>
  passwords: Pick<Passwords, 'findUser' | 'check'>
  sessions: Pick<Sessions, 'endAll'>
  apiKeys: Pick<ApiKeys, 'revokeAll'>
  checkOidc: CheckOidc
}

/** The settings for sign-in, which apply on every instance at once. */
export function createSecurity(context: Context) {
  return bind(context, { get, update, endAllSessions })
}

/** @returns the type to change to; null if nothing changes. */
async function newLoginType(
  { setupState }: Context,
  body: PatchSecurityBody,
): Promise<{ from: LoginType; to: LoginType } | null> {
  const to = body.login_type
  const from = await setupState.loginType()
  if (to === undefined || from === null || to === from) return null
  if (setupState.forced !== undefined) {
    throw loginTypeForced({ why: 'settings', login_type: setupState.forced })
  }
  return { from, to }
}

/** Whether a change affects provider settings that only the root administrator may change. */
async function changesProvider({ settings }: Context, body: PatchSecurityBody): Promise<boolean> {
  const changed = await settings.changedBy(body)
  return ROOT_SETTINGS.some((key) => changed.has(key))
}

/**
 * Someone at an administrator's open browser must not be able to let everyone or no one in, or to become
 * someone else through their own provider.
 * @returns root, with the hash that the given password matches.
 */
async function checkRoot(
  { passwords }: Context,
  body: PatchSecurityBody,
  actor: Actor,
  why: 'login_type' | 'provider',
): Promise<PasswordUser> {
  const { root_username: username = '', root_password: password = '' } = body
  const missing = ROOT_CREDENTIALS.filter((key) => body[key] === undefined)
  if (missing.length > 0) {
    const errors = missing.map((path) => issueAt(path, fault('required')))
    throw wrongRootCredentials({ why }, { errors })
  }
  const found = await passwords.findUser(username)
  const root = found?.user.root ? found : undefined
  const right = await passwords.check({ ...actor, username, password, purpose: why }, root)
  if (!root || !right) throw wrongRootCredentials({ why })
  if (body.login_type === 'basic' && right.username.includes(':')) {
    throw basicCannotNameRoot()
  }
  return root
}

/** Asking the provider takes a while, in which root's password may change. */
async function checkRootUnchanged(
  { repository }: Context,
  within: Transaction,
  root: PasswordUser,
  why: 'login_type' | 'provider',
): Promise<void> {
  const now = await repository.lock(within, root.user.id)
  if (now?.passwordHash !== root.passwordHash) throw wrongRootCredentials({ why })
}

/** @throws AppError if the provider contradicts the settings, or is needed and does not respond. */
async function checkProvider(
  { checkOidc }: Context,
  oidc: OidcSettings,
  use: { changed: boolean; required: boolean },
): Promise<void> {
  if (use.required) refuseMissing(missingForOidc(oidc))
  if (oidc.endpoint === '' || !(use.changed || use.required)) return
  const problems = await checkOidc(oidc)
  const at = (severity: string) =>
    problems
      .filter((problem) => problem.severity === severity)
      .map(({ field, fault: found }) => issueAt(field, found))
  refuseIssues(at('issue'))
  const unreachable = at('unreachable')
  if (use.required && unreachable.length > 0) throw oidcNotReady(unreachable)
}

async function recordTest({ audit }: Context, { endpoint }: OidcSettings, actor: Actor): Promise<void> {
  const place = originOf(endpoint)
  if (place === null) return
  const note = auditNote('address', { address: place })
  await audit.record({ ...authorOf(actor), kind: 'connection_tested', subject: 'OpenID Connect', note })
}

/** @throws AppError `oidc_not_ready` if people could no longer sign in as they do now. */
async function refuseClearing(context: Context, oidc: OidcSettings, type: LoginType | null): Promise<void> {
  if (type === 'oidc')
    refuseCleared(missingForOidc(await context.settings.oidcSettings()), missingForOidc(oidc))
}

/** The settings required by the login type oidc that are empty, as seen by a transaction. */
async function missingWithin({ settings }: Context, within: Transaction): Promise<string[]> {
  const values = await Promise.all(NEEDED_FOR_OIDC.map((key) => settings.get(key, within)))
  return NEEDED_FOR_OIDC.filter((_, at) => !values[at])
}

/**
 * Stores changes under a lock on the sign-in settings: since this change was checked, another administrator may have
 * switched to the provider, or cleared what it needs.
 */
async function storeUnlessOvertaken(
  context: Context,
  within: Transaction,
  store: (within: Transaction) => Promise<void>,
  to: LoginType | undefined,
): Promise<void> {
  const { setupState } = context
  const locked = await setupState.lockLoginType(within)
  const before = await missingWithin(context, within)
  await store(within)
  if ((to ?? setupState.forced ?? locked) !== 'oidc') return
  const after = await missingWithin(context, within)
  if (to === 'oidc') refuseMissing(after)
  else refuseCleared(before, after)
}

async function get({ settings, setupState }: Context): Promise<SecurityDto> {
  const value = await settings.snapshot()
  return {
    login_type: (await setupState.loginType()) ?? 'forms',
    force_login_type: setupState.forced ?? null,
    access_token_expiry: value('access_token_expiry'),
    min_password_length: value('min_password_length'),
    oidc_endpoint: value('oidc_endpoint'),
    oidc_client_id: value('oidc_client_id'),
    oidc_client_secret: { set: value('oidc_client_secret') !== undefined },
    oidc_scope: value('oidc_scope'),
    oidc_username_claim: value('oidc_username_claim'),
    oidc_group_claim: value('oidc_group_claim'),
    oidc_group_untrusted: value('oidc_group_untrusted'),
    oidc_group_trusted: value('oidc_group_trusted'),
    oidc_group_admin: value('oidc_group_admin'),
    last_group_claim: value('last_group_claim'),
    oidc_redirect_scheme: value('oidc_redirect_scheme'),
    oidc_logout_url: value('oidc_logout_url'),
    oidc_token_endpoint_auth_method: value('oidc_token_endpoint_auth_method'),
    oidc_allow_takeover: value('oidc_allow_takeover'),
  }
}

/**
 * Changes all of the given settings or none. A new login type ends all sessions but the current one.
 * @throws AppError `login_type_forced`, `wrong_root_credentials`, `root_username_has_colon`,
 *   `oidc_not_ready`, `validation_failed`, `too_many_attempts`, `sign_in_busy`, or `beyond_api_key` for a key
 *   that expires.
 */
async function update(context: Context, body: PatchSecurityBody, actor: Actor): Promise<void> {
  const { settings, setupState, transaction, audit, sessions, announce } = context
  actor.refuseOutlasting()
  const { login_type: _, root_username: _u, root_password: _p, ...changes } = body
  const loginType = await newLoginType(context, body)
  const changesIdentity = await changesProvider(context, body)
  const why = loginType ? 'login_type' : 'provider'
  const root = loginType || changesIdentity ? await checkRoot(context, body, actor, why) : null

  const changed = Object.keys(changes)
  if (await settings.leavesSecretBehind(changes)) {
    refuseIssues([issueAt('oidc_client_secret', fault('enter_again'))])
  }
  const oidc = await settings.oidcSettings(changes)
  if (!loginType) await refuseClearing(context, oidc, await setupState.loginType())
  const use = { changed: changed.some((key) => key.startsWith('oidc_')), required: loginType?.to === 'oidc' }
  await checkProvider(context, oidc, use).catch(async (error: unknown) => {
    // Changes are recorded when they are stored; a mere test has to be recorded too.
    if (changesIdentity) await recordTest(context, oidc, actor)
    throw error
  })
  const store = await settings.prepare({ ...changes, login_type: loginType?.to })
  const by = authorOf(actor)
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    if (root) await checkRootUnchanged(context, within, root, why)
    await storeUnlessOvertaken(context, within, store, loginType?.to)
    if (changed.length > 0) {
      const note = auditNote('settings', { names: changed.join(', ') })
      await audit.record({ ...by, kind: 'security_changed', note }, within)
    }
    if (loginType) {
      await sessions.endAll(actor, within)
      const note = auditNote('changed', { before: loginType.from, after: loginType.to })
      await audit.record({ ...by, subject: loginType.to, note, kind: 'login_type_changed' }, within)
    }
  })
  announce({ topic: 'session' }, 'everyone')
}

/**
 * Signs everyone out except the current browser.
 * @param also.apiKeys whether to revoke all API keys too.
 */
async function endAllSessions(context: Context, actor: Actor, also: { apiKeys: boolean }): Promise<void> {
  const { transaction, sessions, audit, apiKeys, announce } = context
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    await sessions.endAll(actor, within)
    const by = authorOf(actor)
    await audit.record({ ...by, kind: 'sessions_ended' }, within)
    if (also.apiKeys) await apiKeys.revokeAll('everyone', by, within)
  })
  announce({ topic: 'session' }, 'everyone')
}

const ROOT_CREDENTIALS = ['root_username', 'root_password'] as const

/** Settings required before anyone can sign in through a provider. */
const NEEDED_FOR_OIDC = ['oidc_endpoint', 'oidc_client_id', 'oidc_client_secret'] as const

function missingForOidc({ endpoint, clientId, clientSecret }: OidcSettings): string[] {
  const values = [endpoint, clientId, clientSecret]
  return NEEDED_FOR_OIDC.filter((_, at) => values[at] === '')
}

/** @throws AppError `oidc_not_ready` */
function refuseMissing(missing: readonly string[]): void {
  if (missing.length > 0) throw oidcNotReady(missing.map((path) => issueAt(path, fault('required'))))
}

/** @throws AppError `oidc_not_ready` if something required was there before and is now missing. */
function refuseCleared(before: readonly string[], after: readonly string[]): void {
  const errors = after
    .filter((path) => !before.includes(path))
    .map((path) => issueAt(path, fault('provider_in_use')))
  if (errors.length > 0) throw oidcNotReady(errors)
}
