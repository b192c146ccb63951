import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { contains } from '#server/db/contains'
import type { Database, Transaction } from '#server/db/database'
import { wasBefore } from '#server/db/due'
import type { Row } from '#server/db/tables'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from './auth.types'

/** A key as its owner sees it. */
export type StoredApiKey = Omit<Row<'apiKeys'>, 'userId' | 'nameKey' | 'keyHash'>

/** A key as administrators see it. */
type UserApiKey = StoredApiKey & { username: string }

type FoundApiKey = Omit<StoredApiKey, 'name' | 'createdAt'> & { user: CurrentUser }

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { apiKeys, users } = database.tables
  const own = (userId: string, id: string) => and(eq(apiKeys.userId, userId), eq(apiKeys.id, id))
  const shown = {
    id: apiKeys.id,
    name: apiKeys.name,
    enabled: apiKeys.enabled,
    readOnly: apiKeys.readOnly,
    expiresAt: apiKeys.expiresAt,
    createdAt: apiKeys.createdAt,
    lastUsedAt: apiKeys.lastUsedAt,
  }
  const byHash = database.read
    .select({
      id: apiKeys.id,
      enabled: apiKeys.enabled,
      readOnly: apiKeys.readOnly,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      user: { id: users.id, username: users.username, role: users.role, root: users.root },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash')))
    .prepare()
  return { database, apiKeys, users, shown, byHash, own }
}
type Context = ReturnType<typeof contextOf>

export function createApiKeysRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    find,
    list,
    insert,
    count,
    listAll,
    delete: remove,
    findOwner,
    deleteMany,
    lock,
    setEnabled,
    noteUse,
  })
}

/** Finds a key and its owner in one indexed query, because every API call starts with it. */
async function find({ byHash }: Context, keyHash: string): Promise<FoundApiKey | undefined> {
  const [found] = await byHash.execute({ keyHash })
  return found
}

/** The keys of a user, oldest first. */
function list({ database, shown, apiKeys }: Context, userId: string): Promise<StoredApiKey[]> {
  return database.read
    .select(shown)
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.nameKey))
}

/** @returns false if the owner has a key of this name. */
async function insert(
  { apiKeys }: Context,
  transaction: Transaction,
  key: Omit<Row<'apiKeys'>, 'enabled' | 'lastUsedAt'>,
): Promise<boolean> {
  const stored = await transaction
    .insert(apiKeys)
    .values({ ...key, enabled: true })
    .onConflictDoNothing()
    .returning({ id: apiKeys.id })
  return stored.length > 0
}

/** The number of a user's keys, which is reliable while the user is locked. */
function count({ apiKeys }: Context, transaction: Transaction, userId: string): Promise<number> {
  return transaction.$count(apiKeys, eq(apiKeys.userId, userId))
}

/**
 * A page of everyone's keys, by username, and the total.
 * @param page.part substring of the normalised username or key name; all keys if omitted.
 */
async function listAll(
  { users, apiKeys, database, shown }: Context,
  page: { limit: number; offset: number; part?: string | undefined },
): Promise<{ keys: UserApiKey[]; total: number }> {
  const has = (part: string) =>
    or(contains(database, users.usernameKey, part), contains(database, apiKeys.nameKey, part))
  const matching = page.part ? has(page.part) : undefined
  const joined = eq(users.id, apiKeys.userId)
  const [keys, counted] = await Promise.all([
    database.read
      .select({ ...shown, username: users.username })
      .from(apiKeys)
      .innerJoin(users, joined)
      .where(matching)
      .orderBy(asc(users.usernameKey), asc(apiKeys.createdAt), asc(apiKeys.nameKey))
      .limit(page.limit)
      .offset(page.offset),
    database.read
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(apiKeys)
      .innerJoin(users, joined)
      .where(matching),
  ])
  return { keys, total: counted[0]?.total ?? 0 }
}

/** @returns the name of the key; undefined if the user has no such key. */
async function remove(
  { apiKeys, own }: Context,
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const [deleted] = await transaction.delete(apiKeys).where(own(userId, id)).returning({ name: apiKeys.name })
  return deleted?.name
}

/** The owner of a key; undefined if there is no such key. */
async function findOwner(
  { database, users, apiKeys }: Context,
  id: string,
): Promise<{ id: string; username: string } | undefined> {
  const [found] = await database.read
    .select({ id: users.id, username: users.username })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.id, id))
  return found
}

/** Deletes the keys of a user, or everyone's. @returns how many. */
async function deleteMany(
  { apiKeys }: Context,
  transaction: Transaction,
  which: { userId?: string },
): Promise<number> {
  const deleted = await transaction
    .delete(apiKeys)
    .where(which.userId === undefined ? undefined : eq(apiKeys.userId, which.userId))
    .returning({ id: apiKeys.id })
  return deleted.length
}

/** Locks a key until the transaction ends. @returns undefined if the user has no such key. */
async function lock(
  { apiKeys, own }: Context,
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<Pick<StoredApiKey, 'enabled' | 'readOnly' | 'expiresAt'> | undefined> {
  const [found] = await transaction
    .update(apiKeys)
    .set({ enabled: sql`${apiKeys.enabled}` })
    .where(own(userId, id))
    .returning({ enabled: apiKeys.enabled, readOnly: apiKeys.readOnly, expiresAt: apiKeys.expiresAt })
  return found
}

async function setEnabled(
  { apiKeys }: Context,
  transaction: Transaction,
  id: string,
  enabled: boolean,
): Promise<void> {
  await transaction.update(apiKeys).set({ enabled }).where(eq(apiKeys.id, id))
}

/** Stores when a key was last used, unless a use after `unlessSince` is already stored. */
async function noteUse(context: Context, use: { id: string; at: Date; unlessSince: Date }): Promise<void> {
  const { apiKeys, database } = context
  const outdated = or(isNull(apiKeys.lastUsedAt), wasBefore(apiKeys.lastUsedAt, use.unlessSince, use.at))
  await database.write((transaction) =>
    transaction
      .update(apiKeys)
      .set({ lastUsedAt: use.at })
      .where(and(eq(apiKeys.id, use.id), outdated)),
  )
}
