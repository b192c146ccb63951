import { and, desc, eq, lte, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { wasBefore } from '#server/db/due'
import type { Row } from '#server/db/tables'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from './auth.types'

/** A session as its owner sees it. */
type StoredSession = Omit<Row<'sessions'>, 'tokenHash' | 'userId' | 'idToken'>

type FoundSession = Pick<StoredSession, 'id' | 'lastSeenAt' | 'expiresAt'> & { user: CurrentUser }

export type SessionsRepository = ReturnType<typeof createSessionsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { sessions, users } = database.tables
  const byToken = database.read
    .select({
      id: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      user: { id: users.id, username: users.username, role: users.role, root: users.root },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare()
  return { database, sessions, byToken }
}
type Context = ReturnType<typeof contextOf>

export function createSessionsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    find,
    insert,
    lock,
    list,
    noteUse,
    delete: remove,
    deleteOwn,
    deleteMany,
  })
}

async function find({ byToken }: Context, tokenHash: string): Promise<FoundSession | undefined> {
  const [found] = await byToken.execute({ tokenHash })
  return found
}

/**
 * Stores a session, and deletes the one it replaces and expired ones.
 * @returns the owner of the replaced session; undefined if there was none.
 */
async function insert(
  { sessions }: Context,
  transaction: Transaction,
  session: Omit<Row<'sessions'>, 'lastSeenAt'>,
  replacedTokenHash: string | undefined,
): Promise<string | undefined> {
  await transaction.delete(sessions).where(lte(sessions.expiresAt, session.createdAt))
  const replaced =
    replacedTokenHash === undefined
      ? []
      : await transaction
          .delete(sessions)
          .where(eq(sessions.tokenHash, replacedTokenHash))
          .returning({ userId: sessions.userId })
  await transaction.insert(sessions).values({ ...session, lastSeenAt: session.createdAt })
  return replaced[0]?.userId
}

/** Locks a session until the transaction ends. @returns false if the user has no such session. */
async function lock(
  { sessions }: Context,
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<boolean> {
  const found = await transaction
    .update(sessions)
    .set({ lastSeenAt: sql`${sessions.lastSeenAt}` })
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return found.length > 0
}

/** The sessions of a user, most recently used first. */
function list({ database, sessions }: Context, userId: string): Promise<StoredSession[]> {
  return database.read
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
}

/** Stores when and from where a session was last used, unless a use after `unlessSince` is already stored. */
async function noteUse(
  { database, sessions }: Context,
  use: { id: string; at: Date; address: string; expiresAt: Date; unlessSince: Date },
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .update(sessions)
      .set({ lastSeenAt: use.at, expiresAt: use.expiresAt, address: use.address })
      .where(and(eq(sessions.id, use.id), wasBefore(sessions.lastSeenAt, use.unlessSince, use.at))),
  )
}

async function remove({ database, sessions }: Context, id: string): Promise<void> {
  await database.write((transaction) => transaction.delete(sessions).where(eq(sessions.id, id)))
}

/** @returns false if the user has no such session. */
async function deleteOwn({ database, sessions }: Context, userId: string, id: string): Promise<boolean> {
  const deleted = await database.write((transaction) =>
    transaction
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
      .returning({ id: sessions.id }),
  )
  return deleted.length > 0
}

/** Deletes the sessions of a user, or everyone's, except one. */
async function deleteMany(
  { sessions }: Context,
  transaction: Transaction,
  which: { userId?: string; except?: string | undefined },
): Promise<void> {
  await transaction
    .delete(sessions)
    .where(
      and(
        which.userId === undefined ? undefined : eq(sessions.userId, which.userId),
        which.except === undefined ? undefined : ne(sessions.id, which.except),
      ),
    )
}
