import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { CurrentUser, PasswordUser, StoredUser } from './auth.types'

/** A user as it is first stored; `usernameKey` is what has to be unique. */
export interface NewUser extends StoredUser {
  usernameKey: string
  passwordHash: string | null
  createdAt: Date
}

export type UsersRepository = ReturnType<typeof createUsersRepository>

export function createUsersRepository({ database }: { database: Database }) {
  const { users } = database.tables
  const current = { id: users.id, username: users.username, role: users.role, root: users.root }
  const details = { ...current, extraData: users.extraData }

  const byKey = database.read
    .select({ user: current, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('usernameKey')))
    .prepare()
  const theRoot = database.read.select(current).from(users).where(eq(users.root, true)).prepare()

  return {
    /** @returns false when the username is taken, or the user is to be root and there is one. */
    async insert(user: NewUser, transaction?: Transaction): Promise<boolean> {
      const write = async (within: Transaction) => {
        const stored = await within
          .insert(users)
          .values({ ...user, updatedAt: user.createdAt })
          .onConflictDoNothing()
          .returning({ id: users.id })
        return stored.length > 0
      }
      return transaction ? write(transaction) : database.write(write)
    },

    async findForPassword(usernameKey: string): Promise<PasswordUser | undefined> {
      const [found] = await byKey.execute({ usernameKey })
      return found
    },

    async find(usernameKey: string): Promise<StoredUser | undefined> {
      const [found] = await database.read
        .select(details)
        .from(users)
        .where(eq(users.usernameKey, usernameKey))
      return found
    },

    async findRoot(): Promise<CurrentUser | undefined> {
      const [root] = await theRoot.execute()
      return root
    },

    /** A page of users in the order of their names, and how many there are. */
    async list(page: { limit: number; offset: number }): Promise<{ users: StoredUser[]; total: number }> {
      const [rows, total] = await Promise.all([
        database.read
          .select(details)
          .from(users)
          .orderBy(asc(users.usernameKey))
          .limit(page.limit)
          .offset(page.offset),
        database.read.$count(users),
      ])
      return { users: rows, total }
    },

    /** Deletes what belongs to the user as well. @returns false when there is no such user, or it is root. */
    async delete(id: string): Promise<boolean> {
      const deleted = await database.write((transaction) =>
        transaction
          .delete(users)
          .where(and(eq(users.id, id), eq(users.root, false)))
          .returning({ id: users.id }),
      )
      return deleted.length > 0
    },
  }
}
