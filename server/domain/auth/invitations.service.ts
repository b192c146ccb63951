import type { UserDto } from '#contract/auth'
import { auditNote } from '#contract/audit-note'
import type { Role } from '#contract/common'
import type {
  AcceptInvitationBody,
  CreateInvitationBody,
  InvitationDto,
  InvitationListDto,
  ListInvitationsQuery,
  OpenInvitationDto,
} from '#contract/invitations'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { FeatureContext } from '#server/domain/feature-context'
import { nameKey } from '#server/domain/name-key.rules'
import type { Settings } from '#server/domain/settings/settings.service'
import { invalidInput, refuseIssues } from '#server/errors/problem'
import {
  noPasswordsHere,
  rootIsFixed,
  unknownInvitation,
  unknownUser,
  usernameTaken,
  wrongCredentials,
} from './auth.errors'
import type { Actor, CurrentUser, Source } from './auth.types'
import type { InvitationsRepository, StoredInvitation } from './invitations.repository'
import type { Passwords } from './passwords.service'
import { refuseLookalike } from './refuse-lookalike'
import type { Client, Sessions } from './sessions.service'
import type { SetupState } from './setup-state.service'
import type { Throttle } from './throttle.service'
import type { UsersRepository } from './users.repository'
import { authorOf, findIssues, toUserDto } from './users.rules'

const DAY = 24 * 60 * 60_000

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce' | 'clock'> {
  repository: InvitationsRepository
  users: Pick<UsersRepository, 'find' | 'hasLookalike' | 'insert' | 'update'>
  passwords: Pick<Passwords, 'hash'>
  sessions: Pick<Sessions, 'start' | 'endOthers'>
  throttle: Pick<Throttle, 'refuseLink'>
  setupState: Pick<SetupState, 'loginType' | 'lockLoginType'>
  settings: Pick<Settings, 'get'>
  tokens: { random: () => string; digest: (token: string) => string }
}

/** Single-use links with which someone chooses a password and, if new, a username. */
export function createInvitations(context: Context) {
  return bind(context, { list, create, revoke, describe, accept })
}

type Found = NonNullable<Awaited<ReturnType<InvitationsRepository['find']>>>

/** The current login type, if people have passwords under it. */
async function passwordType({ setupState }: Pick<Context, 'setupState'>): Promise<'basic' | 'forms'> {
  const type = await setupState.loginType()
  if (type !== 'basic' && type !== 'forms') throw noPasswordsHere()
  return type
}

/** A page of the open invitations. */
async function list({ repository, clock }: Context, page: ListInvitationsQuery): Promise<InvitationListDto> {
  const { invitations, total } = await repository.list({ ...page, now: clock() })
  return { invitations: invitations.map(toInvitationDto), total }
}

/** The user who is to choose a password, or the role of the new user. */
async function inviteeOf(
  { users }: Context,
  { username, role }: CreateInvitationBody,
): Promise<{ userId: string | null; username: string | null; role: Role }> {
  if (username === undefined) return { userId: null, username: null, role: role ?? 'untrusted' }
  const user = await users.find(nameKey(username))
  if (!user) throw unknownUser({ why: 'unknown' })
  if (user.root) throw rootIsFixed({ why: 'password' })
  return { userId: user.id, username: user.username, role: user.role }
}

/**
 * Creates an invitation.
 * @returns the invitation with the token of its link; only a digest of the token is stored.
 * @throws AppError `no_passwords_here`, `unknown_user`, `root_is_fixed`, or `beyond_api_key` for a key that
 *   expires.
 */
async function create(
  context: Context,
  body: CreateInvitationBody,
  actor: Actor,
): Promise<InvitationDto & { token: string }> {
  const { repository, clock, tokens, transaction, audit } = context
  actor.refuseOutlasting()
  await passwordType(context)
  const { userId, username, role } = await inviteeOf(context, body)
  const token = tokens.random()
  const now = clock()
  const invitation = {
    id: crypto.randomUUID(),
    role,
    createdAt: now,
    expiresAt: new Date(now.getTime() + body.days * DAY),
  }
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    const stored = { ...invitation, tokenHash: tokens.digest(token), userId, invitedBy: actor.user.id }
    await repository.insert(within, stored)
    const subject = username === null ? {} : { subject: username }
    await audit.record(
      { ...authorOf(actor), ...subject, kind: 'invitation_created', note: auditNote('role', { role }) },
      within,
    )
  })
  return { ...toInvitationDto({ ...invitation, username, invitedBy: actor.user.username }), token }
}

/** @throws AppError `unknown_invitation`. */
async function revoke({ transaction, repository, audit }: Context, id: string, actor: Actor): Promise<void> {
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    const removed = await repository.delete(within, id)
    if (!removed) throw unknownInvitation()
    const subject = removed.username === null ? {} : { subject: removed.username }
    await audit.record({ ...authorOf(actor), ...subject, kind: 'invitation_revoked' }, within)
  })
}

/**
 * Finds the invitation of a link. Wrong links are slowed down, right ones never, and a used link looks as if it had
 * never existed.
 * @throws AppError `unknown_invitation`, `too_many_attempts` or `no_passwords_here`.
 */
async function findOpen(context: Context, token: string, source: Source): Promise<Found> {
  const { throttle, repository, tokens, clock } = context
  await passwordType(context)
  const found = await repository.find(tokens.digest(token), clock())
  if (found) return found
  await throttle.refuseLink(source)
  throw unknownInvitation()
}

/** What a link is for; see {@link findOpen}. */
async function describe(context: Context, token: string, source: Source): Promise<OpenInvitationDto> {
  const { username, expiresAt } = await findOpen(context, token, source)
  return { username, expires_at: expiresAt.toISOString() }
}

/** @throws AppError `validation_failed` with the field, or `username_taken`. */
async function refuseInvalid(
  { settings, users }: Context,
  { username, password }: { username: string; password: string },
  invitation: Found,
  loginType: 'basic' | 'forms',
): Promise<void> {
  const minPasswordLength = await settings.get('min_password_length')
  refuseIssues(findIssues({ username, password }, { minPasswordLength, loginType }))
  if (invitation.userId !== null) return
  if (await users.find(nameKey(username))) throw usernameTaken()
}

/** The name of the user of an invitation. @throws AppError `validation_failed` if it is missing. */
function nameFor(invitation: Found, given: string | undefined): string {
  const name = invitation.username ?? given
  if (name === undefined) throw invalidInput([issueAt('username', fault('required'))])
  return name
}

/**
 * Uses an invitation: creates the user, or sets the password, which ends that user's sessions. Only one of several
 * concurrent uses succeeds.
 * @returns the user, and a session token if the login type has sessions.
 * @throws AppError `unknown_invitation`, `username_taken`, `validation_failed`, `too_many_attempts`,
 *   `no_passwords_here` or `sign_in_busy`.
 */
async function accept(
  context: Context,
  body: AcceptInvitationBody,
  client: Client,
  replaced?: string,
): Promise<{ user: UserDto; session: string | null }> {
  const { passwords, sessions, transaction, announce } = context
  const loginType = await passwordType(context)
  const invitation = await findOpen(context, body.token, client)
  const username = nameFor(invitation, body.username)
  await refuseInvalid(context, { username, password: body.password }, invitation, loginType)
  const passwordHash = await passwords.hash(body.password, null)
  const user = await transaction((within) =>
    settle(context, within, { invitation, username, passwordHash, loginType, source: client }),
  )
  if (invitation.userId !== null) {
    announce({ topic: 'session' }, { admins: false, userIds: [invitation.userId] })
  }
  if (loginType === 'basic') return { user: toUserDto(user), session: null }
  const credentials = { loginType, passwordHash, refuse: () => wrongCredentials({ why: 'changed' }) }
  const session = await sessions.start(user, client, { means: 'form', credentials, replaced })
  return { user: toUserDto(user), session }
}

/** Applies an invitation, in the transaction that uses it. */
async function settle(
  { repository, setupState, users, sessions, audit, clock }: Context,
  within: Transaction,
  given: {
    invitation: Found
    username: string
    passwordHash: string
    loginType: 'basic' | 'forms'
    source: Source
  },
): Promise<CurrentUser> {
  const { invitation, username, passwordHash } = given
  const now = clock()
  if ((await setupState.lockLoginType(within)) !== given.loginType) throw noPasswordsHere()
  if (invitation.userId === null) await refuseLookalike(users, within, username)
  if (!(await repository.take(within, invitation.id, now))) throw unknownInvitation()
  const entry = { actor: username, subject: username, address: given.source.address }
  const { userId, role, invitedBy: name } = invitation
  if (userId === null) {
    const user = { id: crypto.randomUUID(), username, role, root: false }
    const stored = { ...user, extraData: null, usernameKey: nameKey(username), passwordHash, createdAt: now }
    if (!(await users.insert(stored, within))) throw usernameTaken()
    const note = auditNote('role_by_invitation', { role, name })
    await audit.record({ ...entry, kind: 'user_created', note }, within)
    return user
  }
  if (!(await users.update(within, userId, { passwordHash, updatedAt: now }))) throw unknownInvitation()
  await repository.deleteFor(within, userId)
  await repository.deleteBy(within, userId)
  await sessions.endOthers(userId, {}, within)
  await audit.record({ ...entry, kind: 'password_changed', note: auditNote('invited_by', { name }) }, within)
  return { id: userId, username, role, root: false }
}

function toInvitationDto(invitation: StoredInvitation): InvitationDto {
  return {
    id: invitation.id,
    role: invitation.role,
    username: invitation.username,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  }
}
