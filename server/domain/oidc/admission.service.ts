import type { Role } from '#contract/common'
import { lookalikeFault } from '#contract/usernames'
import { auditNote } from '#contract/audit-note'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { Candidate, CurrentUser, ProviderIdentity } from '#server/domain/auth/auth.types'
import { decideAdmission, mayRelink, roleAfter } from './admission.rules'
import type { AppError } from '#server/errors/app-error'
import { nameTaken, resetRootNeeded, unfit } from './oidc.errors'
import type { Alongside, ProviderUsersRepository } from '#server/domain/auth/provider-users.repository'

/** Maximum attempts at a decision while others change the same users. */
const ATTEMPTS = 3

/** A person authenticated by the provider. */
interface Visitor {
  identity: ProviderIdentity
  /** Their name at the provider, or why it cannot be used here; a known person needs none. */
  username: string | AppError
  /** The role from their groups; undefined if none. */
  role: Role | undefined
  /** Network address of the request. */
  address: string
}

/** The user signed in, or whose password is required first. */
type Admitted =
  | { kind: 'entered'; user: CurrentUser }
  /** `of` says whose password it is: the account's, or the root administrator's. */
  | { kind: 'password_needed'; user: Candidate; of: 'account' | 'root' }

/** A visitor whose name can be used here. */
type NamedVisitor = Visitor & { username: string }

/** What entitles someone to be linked to a user. */
type Vouched = Pick<Parameters<ProviderUsersRepository['link']>[0], 'passwordHash' | 'voucher'>

export type AdmissionService = ReturnType<typeof createAdmission>

interface Context extends Pick<FeatureContext, 'audit' | 'announce' | 'clock' | 'log'> {
  repository: ProviderUsersRepository
  nameKey: (name: string) => string
}

/** Finds or creates the local user of a person authenticated by the provider. */
export function createAdmission(context: Context) {
  return bind(context, { admit, takeOver })
}

/** Records a change of role, in its transaction. */
function recordRole(
  { audit }: Context,
  visitor: { username: string; address: string },
  from: Role,
  to: Role,
): Alongside {
  return async (transaction) => {
    if (from === to) return
    const note = auditNote('changed_by_groups', { before: from, after: to })
    await audit.record(
      { kind: 'role_changed', actor: null, subject: visitor.username, note, address: visitor.address },
      transaction,
    )
  }
}

/** @throws AppError `oidc_username_unfit`; someone already known signs in whatever their name is. */
async function create(context: Context, visitor: NamedVisitor, role: Role): Promise<CurrentUser | undefined> {
  const { nameKey, repository, clock, audit } = context
  const { identity, username, address } = visitor
  const code = lookalikeFault(username)
  if (code !== undefined) throw unfit({ code, params: {} })
  const user = { id: crypto.randomUUID(), username, usernameKey: nameKey(username), role, root: false }
  const created = await repository.create({ ...user, identity, at: clock() }, (transaction) =>
    audit.record(
      {
        kind: 'user_created',
        actor: null,
        subject: username,
        note: auditNote('role_by_provider', { role }),
        address,
      },
      transaction,
    ),
  )
  if (created === 'looks_alike') throw unfit({ code: 'looks_like_user', params: {} })
  return created
}

/** @returns undefined if the user has changed since they were read. */
async function link(
  context: Context,
  visitor: Visitor,
  user: Candidate & Vouched,
): Promise<CurrentUser | undefined> {
  const { repository, clock, audit, log } = context
  const role = roleAfter(user, visitor.role)
  const linked = await repository.link(
    user,
    { identity: visitor.identity, role, at: clock() },
    async (transaction) => {
      const entry = { actor: null, subject: user.username, address: visitor.address }
      const note = user.voucher && auditNote('root_password')
      await audit.record({ ...entry, kind: 'account_linked', ...(note && { note }) }, transaction)
      await recordRole(context, { ...visitor, username: user.username }, user.role, role)(transaction)
    },
  )
  if (linked) {
    log.info('Linked {username} to the OpenID Connect provider', {
      username: shortenUsername(linked.username),
    })
  }
  return linked
}

/** @returns undefined if the user has changed since they were read. */
async function enter(context: Context, visitor: Visitor, user: Candidate): Promise<CurrentUser | undefined> {
  const { repository, clock, announce } = context
  const role = roleAfter(user, visitor.role)
  if (role === user.role) return { id: user.id, username: user.username, role, root: user.root }
  const changed = await repository.changeRole(
    user,
    { role, at: clock() },
    recordRole(context, { ...visitor, username: user.username }, user.role, role),
  )
  if (changed) announce({ topic: 'session' }, { admins: false, userIds: [user.id] })
  return changed
}

async function attempt(
  context: Context,
  visitor: Visitor,
  allowTakeover: boolean,
): Promise<Admitted | undefined> {
  const { repository, nameKey } = context
  const { identity, username, role } = visitor
  if (typeof username !== 'string') {
    const known = await repository.findByIdentity(identity)
    if (!known) throw username
    const user = await enter(context, visitor, known)
    return user && { kind: 'entered', user }
  }
  const named = { ...visitor, username }
  // Reads the name first: in the other order, a user created by the same person between the two reads would
  // be taken for someone else of that name.
  const namesake = await repository.findByName(nameKey(username))
  const decision = decideAdmission({
    identity,
    known: await repository.findByIdentity(identity),
    namesake,
    role,
    allowTakeover,
    rootHasPassword: (await repository.findRoot())?.hasPassword ?? false,
  })
  const entered = (user: CurrentUser | undefined): Admitted | undefined => user && { kind: 'entered', user }
  switch (decision.kind) {
    case 'refuse':
      if (decision.reason === 'reset_root_needed') throw resetRootNeeded({ why: 'no_password_at_all' })
      throw nameTaken({ why: decision.reason })
    case 'ask_password':
      return { kind: 'password_needed', user: decision.user, of: 'account' }
    case 'ask_root':
      return { kind: 'password_needed', user: decision.user, of: 'root' }
    case 'enter':
      return entered(await enter(context, visitor, decision.user))
    case 'create':
      return entered(await create(context, named, decision.role))
    case 'take_over':
      return entered(await link(context, visitor, decision.user))
  }
}

/**
 * @throws AppError `oidc_name_taken`, `oidc_reset_root` or the error of an unfit name, having changed
 *   nothing.
 */
async function admit(context: Context, visitor: Visitor, allowTakeover: boolean): Promise<Admitted> {
  for (let made = 0; made < ATTEMPTS; made++) {
    const admitted = await attempt(context, visitor, allowTakeover)
    if (admitted) return admitted
  }
  throw nameTaken({ why: 'being_changed' })
}

/**
 * Signs a person in as the administrator whose password was given.
 * @param user.id the user whose password was required.
 * @param user.passwordHash what it was compared with; null if the root administrator vouched.
 * @param user.voucher the root administrator, and what their password was compared with.
 * @param allowTakeover the current setting.
 * @throws AppError `oidc_name_taken` if that user no longer has this name, their password was changed, they
 *   are linked to someone else or may not be taken over, or this person has an account by now.
 */
async function takeOver(
  context: Context,
  visitor: NamedVisitor,
  { id, ...vouched }: { id: string } & Vouched,
  allowTakeover: boolean,
): Promise<CurrentUser> {
  const { repository, nameKey } = context
  const found = await repository.findByName(nameKey(visitor.username))
  if (found && !allowTakeover && !mayRelink(found)) {
    throw nameTaken({ why: 'takeover_over' })
  }
  const linked = found?.id === id ? await link(context, visitor, { ...found, ...vouched }) : undefined
  if (!linked) throw nameTaken({ why: 'user_changed' })
  return linked
}
