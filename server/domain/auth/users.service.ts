import type { UserDto } from '#contract/auth'
import type {
  CreateUserBody,
  ListUsersQuery,
  UpdateUserBody,
  UserDetailsDto,
  UserListDto,
} from '#contract/users'
import { auditNote } from '#contract/audit-note'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { refuseIssues } from '#server/errors/problem'
import { nameKey } from '#server/domain/name-key.rules'
import type { Settings } from '#server/domain/settings/settings.service'
import { cannotDeleteSelf, rootIsFixed, unknownUser, usernameTaken } from './auth.errors'
import type { Actor, CurrentUser, ListedUser } from './auth.types'
import type { Passwords } from './passwords.service'
import { refuseLookalike } from './refuse-lookalike'
import type { Sessions } from './sessions.service'
import type { TakeBack } from './take-back'
import type { SetupState } from './setup-state.service'
import type { UserChanges, UsersRepository } from './users.repository'
import { authorOf, findIssues, findPasswordIssues, toUserDetailsDto, toUserDto } from './users.rules'

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce' | 'clock'> {
  repository: UsersRepository
  passwords: Pick<Passwords, 'hash'>
  sessions: Pick<Sessions, 'endOthers'>
  takeBack: TakeBack
  setupState: SetupState
  settings: Pick<Settings, 'get'>
  /** Withdraws the requests of a user being deleted, in that transaction. */
  withdrawAllOf: (within: Transaction, user: CurrentUser) => Promise<void>
}

/** User accounts, as administrators manage them. */
export function createUsers(context: Context) {
  return { ...bind(context, { list, get, find, create, update, delete: remove }), show }
}

/** @throws AppError `unknown_user`. */
async function find({ repository }: Context, username: string): Promise<ListedUser> {
  const user = await repository.find(nameKey(username))
  if (!user) throw unknownUser({ why: 'unknown' })
  return user
}

/**
 * Root's password can be changed only in root's own account, which requires the old password: whoever knows
 * it may change how everyone signs in. Under the login type none everyone acts as root, and so does anyone
 * with one of root's API keys.
 */
function refuseForRoot(user: CurrentUser, body: UpdateUserBody): void {
  if (!user.root) return
  if (body.role !== undefined && body.role !== user.role) {
    throw rootIsFixed({ why: 'role' })
  }
  if (body.password !== undefined) {
    throw rootIsFixed({ why: 'password' })
  }
}

async function hashNew({ settings, passwords }: Context, password: string, actor: Actor): Promise<string> {
  refuseIssues(findPasswordIssues(password, await settings.get('min_password_length'), 'password'))
  return passwords.hash(password, actor.user)
}

/** The signed-in user as shown in responses. */
function show(user: CurrentUser): UserDto {
  return toUserDto(user)
}

/** A page of the users whose name contains `q`, in any case. */
async function list({ repository }: Context, { q, ...page }: ListUsersQuery): Promise<UserListDto> {
  const { users, total } = await repository.list({ ...page, part: q && nameKey(q) })
  return { users: users.map(toUserDetailsDto), total }
}

/** @throws AppError `unknown_user`. */
async function get(context: Context, username: string): Promise<UserDetailsDto> {
  return toUserDetailsDto(await find(context, username))
}

/**
 * @throws AppError `username_taken`, `beyond_api_key` for a key that expires, or `validation_failed` with the field.
 */
async function create(context: Context, body: CreateUserBody, actor: Actor): Promise<UserDetailsDto> {
  const { settings, setupState, repository, clock, passwords, transaction, audit } = context
  actor.refuseOutlasting()
  refuseIssues(
    findIssues(body, {
      minPasswordLength: await settings.get('min_password_length'),
      loginType: await setupState.loginType(),
    }),
  )
  const usernameKey = nameKey(body.username)
  if (await repository.find(usernameKey)) throw usernameTaken()
  const user = {
    id: crypto.randomUUID(),
    username: body.username,
    role: body.role,
    root: false,
    extraData: body.extra_data,
    createdAt: clock(),
  }
  const passwordHash = await passwords.hash(body.password, actor.user)
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    await refuseLookalike(repository, within, user.username)
    if (!(await repository.insert({ ...user, usernameKey, passwordHash }, within))) throw usernameTaken()
    const note = auditNote('role', { role: user.role })
    await audit.record({ ...authorOf(actor), kind: 'user_created', subject: user.username, note }, within)
  })
  return toUserDetailsDto({ ...user, quota: null, hasPassword: true, requestCount: 0, apiKeyCount: 0 })
}

/**
 * Changes role, quota, extra data or password. A new password ends the user's sessions except the current one; requests
 * stay, and so do API keys and the like unless chosen. It also ends invitations that the user made, as does the loss of
 * the role that allowed them.
 * @throws AppError `unknown_user`, `root_is_fixed`, `beyond_api_key` for a key that expires, or `validation_failed`
 *   with the field.
 */
async function update(
  context: Context,
  username: string,
  body: UpdateUserBody,
  actor: Actor,
): Promise<UserDetailsDto> {
  const { transaction, repository, clock, sessions, audit, takeBack, announce } = context
  const user = await find(context, username)
  refuseForRoot(user, body)
  const role = body.role === user.role ? undefined : body.role
  if (role !== undefined || body.password !== undefined) actor.refuseOutlasting()
  const passwordHash = body.password === undefined ? undefined : await hashNew(context, body.password, actor)
  const changes: UserChanges = {
    ...(role !== undefined && { role }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...(body.extra_data !== undefined && { extraData: body.extra_data }),
    ...(body.quota !== undefined && { quota: body.quota }),
  }
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    if (!(await repository.update(within, user.id, { ...changes, updatedAt: clock() }))) {
      throw unknownUser({ why: 'gone' })
    }
    const entry = { ...authorOf(actor), subject: user.username }
    if (passwordHash !== undefined) {
      await sessions.endOthers(user.id, actor, within)
      await takeBack.invitations(within, user.id)
      await audit.record({ ...entry, kind: 'password_changed' }, within)
    }
    await takeBack.chosen(within, user, body, authorOf(actor))
    if (role !== undefined) {
      if (user.role === 'admin') await takeBack.invitations(within, user.id)
      const note = auditNote('changed', { before: user.role, after: role })
      await audit.record({ ...entry, kind: 'role_changed', note }, within)
    }
  })
  announce({ topic: 'session' }, { admins: false, userIds: [user.id] })
  if (body.remove_targets || body.remove_devices) {
    announce({ topic: 'notifications' }, { admins: false, userIds: [user.id] })
  }
  return toUserDetailsDto(await find(context, username))
}

/**
 * Deletes a user and everything that belongs to them, and ends fulfilments that no one else wants.
 * @throws AppError `cannot_delete_self`, `root_is_fixed` or `unknown_user`.
 */
async function remove(context: Context, username: string, actor: Actor): Promise<void> {
  const { transaction, withdrawAllOf, repository, audit, announce } = context
  const user = await find(context, username)
  if (user.root) throw rootIsFixed({ why: 'deletion' })
  if (user.id === actor.user.id) throw cannotDeleteSelf()
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    await withdrawAllOf(within, user)
    if (!(await repository.delete(within, user.id))) {
      throw unknownUser({ why: 'gone' })
    }
    await audit.record({ ...authorOf(actor), kind: 'user_deleted', subject: user.username }, within)
  })
  announce({ topic: 'session' }, { admins: false, userIds: [user.id] })
  announce({ topic: 'requests' }, 'everyone')
}
