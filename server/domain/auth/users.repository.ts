import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { contains } from '#server/db/contains'
import type { Database, Transaction } from '#server/db/database'
import type { Region, Role } from '#contract/common'
import type { Language } from '#contract/words/messages'
import type { OwnQuota } from '#contract/quotas'
import { bind } from '#server/domain/bind'
import { hasLookalike } from './lookalikes.repository'
import type { CurrentUser, ListedUser, PasswordUser, StoredUser } from './auth.types'

/** A new user; `usernameKey` has to be unique. */
interface NewUser extends StoredUser {
  usernameKey: string
  passwordHash: string | null
  createdAt: Date
}

/** Omitted fields stay unchanged. */
export interface UserChanges {
  role?: Role
  passwordHash?: string
  extraData?: string | null
  quota?: OwnQuota
  defaultRegion?: Region | null
  language?: Language | null
  /** Nulls unlink the user from the provider. */
  oidcIssuer?: null
  oidcSubject?: null
}

export type UsersRepository = ReturnType<typeof createUsersRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { users, requests, apiKeys } = database.tables
  const current = { id: users.id, username: users.username, role: users.role, root: users.root }
  const details = {
    ...current,
    extraData: users.extraData,
    quota: users.quota,
    hasPassword: isNotNull(users.passwordHash).mapWith(Boolean),
    createdAt: users.createdAt,
    requestCount: database.read.$count(requests, eq(requests.userId, users.id)),
    apiKeyCount: database.read.$count(apiKeys, eq(apiKeys.userId, users.id)),
  }
  const byKey = database.read
    .select({ user: current, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('usernameKey')))
    .prepare()
  // Written like the condition of its partial index, which a comparison would not use.
  const theRoot = database.read
    .select(current)
    .from(users)
    .where(sql`${users.root}`)
    .prepare()
  return { database, users, details, byKey, theRoot }
}
type Context = ReturnType<typeof contextOf>

export function createUsersRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    insert,
    findForPassword,
    find,
    hasLookalike: ({ database }: Context, within: Transaction, username: string) =>
      hasLookalike(database.tables, within, username),
    findRoot,
    lock,
    findAccount,
    update,
    list,
    delete: remove,
  })
}

/** @returns false if the username is taken, or the user is to be root and there is one. */
async function insert({ users }: Context, user: NewUser, transaction: Transaction): Promise<boolean> {
  const stored = await transaction
    .insert(users)
    .values({ ...user, updatedAt: user.createdAt })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return stored.length > 0
}

async function findForPassword({ byKey }: Context, usernameKey: string): Promise<PasswordUser | undefined> {
  const [found] = await byKey.execute({ usernameKey })
  return found
}

async function find(context: Context, usernameKey: string): Promise<ListedUser | undefined> {
  const { database, details, users } = context
  const [found] = await database.read.select(details).from(users).where(eq(users.usernameKey, usernameKey))
  return found
}

async function findRoot({ theRoot }: Context): Promise<CurrentUser | undefined> {
  const [root] = await theRoot.execute()
  return root
}

/**
 * Locks a user until the transaction ends.
 * @returns undefined if the user no longer exists.
 */
async function lock(
  { users }: Context,
  transaction: Transaction,
  id: string,
): Promise<{ passwordHash: string | null; role: Role } | undefined> {
  const [found] = await transaction
    .update(users)
    .set({ updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, id))
    .returning({ passwordHash: users.passwordHash, role: users.role })
  return found
}

/** What people see and choose in their own account. */
interface Account {
  hasPassword: boolean
  defaultRegion: Region | null
  language: Language | null
}

/** A person's own account; undefined if there is no such user. */
async function findAccount({ database, details, users }: Context, id: string): Promise<Account | undefined> {
  const [found] = await database.read
    .select({
      hasPassword: details.hasPassword,
      defaultRegion: users.defaultRegion,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, id))
  return found
}

/**
 * Changes a user.
 * @param onlyWith the password hash for which the change was decided; any if omitted.
 * @returns false if the user no longer exists, or the password has changed.
 */
async function update(
  { users }: Context,
  transaction: Transaction,
  id: string,
  changes: UserChanges & { updatedAt: Date },
  onlyWith?: string,
): Promise<boolean> {
  const changed = await transaction
    .update(users)
    .set(changes)
    .where(and(eq(users.id, id), onlyWith === undefined ? undefined : eq(users.passwordHash, onlyWith)))
    .returning({ id: users.id })
  return changed.length > 0
}

/**
 * A page of users by name, and the total.
 * @param page.part substring of the normalised username; everyone if omitted.
 */
async function list(
  { users, database, details }: Context,
  page: { limit: number; offset: number; part?: string | undefined },
): Promise<{ users: ListedUser[]; total: number }> {
  const matching = page.part ? contains(database, users.usernameKey, page.part) : undefined
  const [rows, total] = await Promise.all([
    database.read
      .select(details)
      .from(users)
      .where(matching)
      .orderBy(asc(users.usernameKey))
      .limit(page.limit)
      .offset(page.offset),
    database.read.$count(users, matching),
  ])
  return { users: rows, total }
}

/**
 * Deletes a user and everything that belongs to them.
 * @returns false if there is no such user, or it is root.
 */
async function remove({ users }: Context, transaction: Transaction, id: string): Promise<boolean> {
  const deleted = await transaction
    .delete(users)
    .where(and(eq(users.id, id), eq(users.root, false)))
    .returning({ id: users.id })
  return deleted.length > 0
}
