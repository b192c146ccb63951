import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import type { CurrentUser } from './auth.types'

export interface NewSession {
  id: string
  tokenHash: string
  userId: string
  userAgent: string | null
  address: string
  createdAt: Date
  expiresAt: Date
}

export interface FoundSession {
  id: string
  lastSeenAt: Date
  expiresAt: Date
  user: CurrentUser
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>

export function createSessionsRepository({ database }: { database: Database }) {
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

  return {
    async find(tokenHash: string): Promise<FoundSession | undefined> {
      const [found] = await byToken.execute({ tokenHash })
      return found
    },

    /** Stores a session, and removes the one it replaces and those that have expired. */
    async insert(session: NewSession, replacedTokenHash?: string): Promise<void> {
      await database.write(async (transaction) => {
        await transaction.delete(sessions).where(lte(sessions.expiresAt, session.createdAt))
        if (replacedTokenHash !== undefined) {
          await transaction.delete(sessions).where(eq(sessions.tokenHash, replacedTokenHash))
        }
        await transaction.insert(sessions).values({ ...session, lastSeenAt: session.createdAt })
      })
    },

    /** Stores when and from where a session was last used, unless that is known since `unlessSince`. */
    async noteUse(use: {
      id: string
      at: Date
      address: string
      expiresAt: Date
      unlessSince: Date
    }): Promise<void> {
      await database.write((transaction) =>
        transaction
          .update(sessions)
          .set({ lastSeenAt: use.at, expiresAt: use.expiresAt, address: use.address })
          .where(and(eq(sessions.id, use.id), lte(sessions.lastSeenAt, use.unlessSince))),
      )
    },

    async delete(id: string): Promise<void> {
      await database.write((transaction) => transaction.delete(sessions).where(eq(sessions.id, id)))
    },
  }
}
