import type { AccountDto, ChangePasswordBody, UpdateAccountBody } from '#contract/account'
import type { Region } from '#contract/common'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { refuseIssues } from '#server/errors/problem'
import type { Settings } from '#server/domain/settings/settings.service'
import { noPassword, unknownUser, wrongPassword } from './auth.errors'
import type { Actor, CurrentUser } from './auth.types'
import type { Passwords } from './passwords.service'
import type { Sessions } from './sessions.service'
import type { TakeBack } from './take-back'
import type { UsersRepository } from './users.repository'
import { authorOf, findPasswordIssues } from './users.rules'

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce' | 'clock'> {
  repository: Pick<UsersRepository, 'findAccount' | 'update'>
  passwords: Pick<Passwords, 'findUser' | 'check' | 'hash'>
  sessions: Pick<Sessions, 'endOthers'>
  takeBack: TakeBack
  settings: Pick<Settings, 'get'>
}

/** What people can do with their own account. */
export function createAccount(context: Context) {
  return bind(context, { get, preferredRegion, update, changePassword })
}

const gone = () => unknownUser({ why: 'self' })

async function get({ repository }: Context, user: CurrentUser): Promise<AccountDto> {
  const found = await repository.findAccount(user.id)
  if (!found) throw gone()
  const { hasPassword, defaultRegion, language } = found
  return { has_password: hasPassword, default_region: defaultRegion, language }
}

/** A person's default region; undefined if they have chosen none. */
async function preferredRegion({ repository }: Context, user: CurrentUser): Promise<Region | undefined> {
  return (await repository.findAccount(user.id))?.defaultRegion ?? undefined
}

async function update(context: Context, actor: Actor, body: UpdateAccountBody): Promise<AccountDto> {
  const { clock, transaction, repository, announce } = context
  const { default_region: defaultRegion, language } = body
  if (defaultRegion !== undefined || language !== undefined) {
    const chosen = {
      ...(defaultRegion !== undefined && { defaultRegion }),
      ...(language !== undefined && { language }),
    }
    const changes = { ...chosen, updatedAt: clock() }
    await transaction(async (within) => {
      await actor.stillEntitled(within)
      if (!(await repository.update(within, actor.user.id, changes))) throw gone()
    })
    announce({ topic: 'session' }, { admins: false, userIds: [actor.user.id] })
  }
  return get(context, actor.user)
}

/**
 * Changes a person's own password. Ends all their other sessions and the invitations they made, and takes back what they
 * choose.
 * Attempts count as sign-in attempts, so that an unattended session cannot be used to guess the password.
 * @throws AppError `no_password`, `wrong_password`, `validation_failed`, `too_many_attempts` or
 *   `sign_in_busy`.
 */
async function changePassword(context: Context, actor: Actor, body: ChangePasswordBody): Promise<void> {
  const { passwords, settings, transaction, clock, repository, sessions, audit } = context
  const { user } = actor
  const found = await passwords.findUser(user.username)
  const former = found?.passwordHash ?? null
  if (former === null) throw noPassword()
  const minLength = await settings.get('min_password_length')
  refuseIssues(findPasswordIssues(body.new_password, minLength, 'new_password'))

  const given = { username: user.username, password: body.old_password, purpose: 'password_change' as const }
  if (!(await passwords.check({ ...actor, ...given }, found))) throw wrongPassword()
  const passwordHash = await passwords.hash(body.new_password, user)
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    const changes = { passwordHash, updatedAt: clock() }
    if (!(await repository.update(within, user.id, changes, former))) throw wrongPassword()
    await sessions.endOthers(user.id, actor, within)
    await context.takeBack.invitations(within, user.id)
    await audit.record({ ...authorOf(actor), kind: 'password_changed', subject: user.username }, within)
    await context.takeBack.chosen(within, user, body, authorOf(actor))
  })
  context.announce({ topic: 'session' }, { admins: false, userIds: [user.id] })
  if (body.remove_targets || body.remove_devices) {
    context.announce({ topic: 'notifications' }, { admins: false, userIds: [user.id] })
  }
}
