import { passwordSchema } from '#contract/auth'
import type { LoginType } from '#contract/common'
import { textOf } from '#contract/issue-words'
import { faultOf } from '#contract/issues'
import { auditNote } from '#contract/audit-note'
import { StartError } from '#server/errors/start-error'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { Settings } from '#server/domain/settings/settings.service'
import type { ApiKeys } from './api-keys.service'
import type { Passwords } from './passwords.service'
import type { Sessions } from './sessions.service'
import type { SetupState } from './setup-state.service'
import type { TakeBack } from './take-back'
import type { Throttle } from './throttle.service'
import type { UsersRepository } from './users.repository'
import { findPasswordIssues } from './users.rules'

/** No one is signed in: anyone who can run programs with access to the database is in charge. */
const NOBODY = {}

const EVERYTHING_BUT_KEYS = { revoke_feed: true, remove_targets: true, remove_devices: true }

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce' | 'clock'> {
  repository: Pick<UsersRepository, 'findRoot' | 'update'>
  passwords: Pick<Passwords, 'hash'>
  throttle: Pick<Throttle, 'forgive'>
  sessions: Pick<Sessions, 'endAll' | 'endOthers'>
  apiKeys: Pick<ApiKeys, 'revokeAll'>
  takeBack: TakeBack
  setupState: SetupState
  settings: Pick<Settings, 'get' | 'prepare'>
}

/** The way back in for an operator who can no longer sign in. */
export function createRescue(context: Context) {
  return bind(context, { resetRoot })
}

async function refuseInvalid({ settings }: Context, password: string): Promise<void> {
  const parsed = passwordSchema.safeParse(password)
  const [issue] = parsed.error?.issues ?? []
  const message = issue
    ? textOf(faultOf(issue))
    : findPasswordIssues(password, await settings.get('min_password_length'), 'password')[0]?.message
  if (message !== undefined)
    throw new StartError(`The password is not valid: ${message}. Nothing was changed.`)
}

/**
 * Gives the root administrator a new password, unlinks the account from the provider and ends its sessions.
 * @param change.forms whether to switch to sign-in by form, which ends everyone's sessions.
 * @param change.keepApiKeys whether root's API keys keep working.
 * @param change.takeBack whether root's calendar address, notification targets and devices end, too.
 * @returns the name of the root administrator, the resulting login type, and how many keys were revoked.
 * @throws StartError if there is no root administrator or the password is invalid.
 */
async function resetRoot(
  context: Context,
  change: { password: string; forms: boolean; keepApiKeys?: boolean; takeBack?: boolean },
): Promise<{ username: string; loginType: LoginType | null; revokedKeys: number }> {
  const { repository, passwords, settings, transaction, clock, sessions, audit, apiKeys } = context
  const { throttle, announce, setupState } = context
  const root = await repository.findRoot()
  if (!root) throw new StartError('There is no root administrator yet: the first visit creates one.')
  await refuseInvalid(context, change.password)
  const passwordHash = await passwords.hash(change.password, null)
  const former = await settings.get('login_type')
  const toForms = change.forms && former !== 'forms'
  const store = await settings.prepare(toForms ? { login_type: 'forms' } : {})
  const revokedKeys = await transaction(async (within) => {
    // Settings first: sign-ins lock settings before users.
    await store(within)
    // Unlinked, so that the person can be linked to the account again.
    const unlinked = { oidcIssuer: null, oidcSubject: null }
    await repository.update(within, root.id, { passwordHash, ...unlinked, updatedAt: clock() })
    await sessions.endOthers(root.id, NOBODY, within)
    await context.takeBack.invitations(within, root.id)
    if (change.takeBack) await context.takeBack.chosen(within, root, EVERYTHING_BUT_KEYS, { actor: null })
    const entry = { actor: null, note: auditNote('reset_root') }
    await audit.record({ ...entry, kind: 'password_changed', subject: root.username }, within)
    if (toForms) {
      await sessions.endAll(NOBODY, within)
      await audit.record({ ...entry, kind: 'login_type_changed', subject: 'forms' }, within)
    }
    return change.keepApiKeys ? 0 : apiKeys.revokeAll(root, { actor: null }, within)
  })
  await throttle.forgive(root.username)
  announce({ topic: 'session' }, 'everyone')
  return { username: root.username, loginType: await setupState.loginType(), revokedKeys }
}
