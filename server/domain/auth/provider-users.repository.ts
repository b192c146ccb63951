import { and, eq, exists, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Role } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import { isUniqueViolation } from '#server/db/failures'
import { bind } from '#server/domain/bind'
import { hasLookalike } from './lookalikes.repository'
import type { Candidate, CurrentUser, ProviderIdentity } from './auth.types'

/** What to write in the same transaction as a change to a user. */
export type Alongside = (transaction: Transaction) => Promise<void>

export type ProviderUsersRepository = ReturnType<typeof createProviderUsersRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { users, sessions, invitations } = database.tables
  const current = { id: users.id, username: users.username, role: users.role, root: users.root }
  const columns = {
    ...current,
    passwordHash: users.passwordHash,
    issuer: users.oidcIssuer,
    subject: users.oidcSubject,
  }
  return { database, users, sessions, invitations, current, columns }
}
type Context = ReturnType<typeof contextOf>

/**
 * Users by their identity at a provider. Every change applies only if the user has not changed since it was
 * decided.
 */
export function createProviderUsersRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    findByIdentity,
    findByName,
    findRoot,
    create,
    link,
    changeRole,
    findIdToken,
  })
}

function toCandidate(
  row: CurrentUser & { passwordHash: string | null; issuer: string | null; subject: string | null },
): Candidate {
  const { passwordHash, issuer, subject, ...user } = row
  return {
    ...user,
    hasPassword: passwordHash !== null,
    identity: issuer !== null && subject !== null ? { issuer, subject } : null,
  }
}

async function change(
  { database, invitations }: Context,
  work: (transaction: Transaction) => Promise<CurrentUser[]>,
  alongside: Alongside,
): Promise<CurrentUser | undefined> {
  return database.write(async (transaction) => {
    const [changed] = await work(transaction)
    if (!changed) return undefined
    // Also those of someone who may invite no more, and who may later become an administrator again.
    if (changed.role !== 'admin') {
      await transaction.delete(invitations).where(eq(invitations.invitedBy, changed.id))
    }
    await alongside(transaction)
    return changed
  })
}

async function findWhere(
  { database, columns, users }: Context,
  condition: SQL | undefined,
): Promise<Candidate | undefined> {
  const [found] = await database.read.select(columns).from(users).where(condition)
  return found && toCandidate(found)
}

function findByIdentity(context: Context, { issuer, subject }: ProviderIdentity) {
  const { users } = context
  return findWhere(context, and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)))
}

const findByName = (context: Context, usernameKey: string) =>
  findWhere(context, eq(context.users.usernameKey, usernameKey))

const findRoot = (context: Context) => findWhere(context, eq(context.users.root, true))

/**
 * Adds a user.
 * @returns undefined if the name or the identity has been taken meanwhile; `looks_alike` if the name could be mistaken
 *   for another user's.
 */
async function create(
  context: Context,
  user: CurrentUser & { usernameKey: string; identity: ProviderIdentity; at: Date },
  alongside: Alongside,
): Promise<CurrentUser | 'looks_alike' | undefined> {
  const { database, users, current } = context
  const { identity, at, ...rest } = user
  let looksAlike = false
  const created = await change(
    context,
    async (transaction) => {
      looksAlike = await hasLookalike(database.tables, transaction, rest.username)
      if (looksAlike) return []
      return transaction
        .insert(users)
        .values({
          ...rest,
          passwordHash: null,
          oidcIssuer: identity.issuer,
          oidcSubject: identity.subject,
          createdAt: at,
          updatedAt: at,
        })
        .onConflictDoNothing()
        .returning(current)
    },
    alongside,
  )
  return looksAlike ? 'looks_alike' : created
}

/**
 * Links a user to this identity.
 * @param user.passwordHash of the password given for it; null if they have none, omitted if none was required.
 * @param user.voucher whose password was given instead.
 * @returns undefined if they have changed or been linked elsewhere, or someone else has this identity.
 */
async function link(
  context: Context,
  user: {
    id: string
    role: Role
    passwordHash?: string | null | undefined
    voucher?: { id: string; passwordHash: string }
  },
  to: { identity: ProviderIdentity; role: Role; at: Date },
  alongside: Alongside,
): Promise<CurrentUser | undefined> {
  const { users, current } = context
  const { issuer, subject } = to.identity
  const { passwordHash, voucher } = user
  const holds = (one: { id: string; passwordHash?: string | null | undefined }) =>
    and(
      eq(users.id, one.id),
      one.passwordHash === null ? isNull(users.passwordHash) : undefined,
      typeof one.passwordHash === 'string' ? eq(users.passwordHash, one.passwordHash) : undefined,
    )
  const isSame = (transaction: Transaction) =>
    and(
      holds({ id: user.id, passwordHash }),
      eq(users.role, user.role),
      voucher && exists(transaction.select({ id: users.id }).from(users).where(holds(voucher))),
      or(isNull(users.oidcIssuer), ne(users.oidcIssuer, issuer)),
    )
  try {
    return await change(
      context,
      (transaction) =>
        transaction
          .update(users)
          .set({ oidcIssuer: issuer, oidcSubject: subject, role: to.role, updatedAt: to.at })
          .where(isSame(transaction))
          .returning(current),
      alongside,
    )
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

/** @returns undefined if their role has changed meanwhile, or the user no longer exists. */
function changeRole(
  context: Context,
  user: { id: string; role: Role },
  to: { role: Role; at: Date },
  alongside: Alongside,
): Promise<CurrentUser | undefined> {
  const { users, current } = context
  return change(
    context,
    (transaction) =>
      transaction
        .update(users)
        .set({ role: to.role, updatedAt: to.at })
        .where(and(eq(users.id, user.id), eq(users.role, user.role)))
        .returning(current),
    alongside,
  )
}

/** The ID token stored with a session; null if it was not begun through a provider. */
async function findIdToken(
  { database, sessions }: Context,
  sessionId: string,
): Promise<{ tokenHash: string; idToken: string | null } | undefined> {
  const [found] = await database.read
    .select({ tokenHash: sessions.tokenHash, idToken: sessions.idToken })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return found
}
