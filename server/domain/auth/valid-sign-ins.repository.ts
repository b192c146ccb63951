import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import type { SignInIds } from './auth.types'

export type ValidSignInsRepository = ReturnType<typeof createValidSignInsRepository>

export function createValidSignInsRepository({ database }: { database: Database }) {
  const { users, sessions, apiKeys } = database.tables

  return {
    /** Fingerprints of what these sign-ins depend on: one text for each user, session and key, by id. */
    async read(signIns: readonly SignInIds[]): Promise<Map<string, string>> {
      const ids = (of: (signIn: SignInIds) => string | undefined) => [
        ...new Set(signIns.map(of).filter((id) => id !== undefined)),
      ]
      const [userIds, sessionIds, keyIds] = [
        ids(({ userId }) => userId),
        ids(({ sessionId }) => sessionId),
        ids(({ keyId }) => keyId),
      ]
      const [foundUsers, foundSessions, foundKeys] = await Promise.all([
        database.read
          .select({ id: users.id, at: users.updatedAt })
          .from(users)
          .where(inArray(users.id, userIds)),
        sessionIds.length === 0
          ? []
          : database.read
              .select({ id: sessions.id })
              .from(sessions)
              .innerJoin(users, eq(users.id, sessions.userId))
              .where(inArray(sessions.id, sessionIds)),
        keyIds.length === 0
          ? []
          : database.read
              .select({ id: apiKeys.id, enabled: apiKeys.enabled })
              .from(apiKeys)
              .where(inArray(apiKeys.id, keyIds)),
      ])
      return new Map([
        ...foundUsers.map(({ id, at }): [string, string] => [id, at.toISOString()]),
        ...foundSessions.map(({ id }): [string, string] => [id, 'open']),
        ...foundKeys.filter(({ enabled }) => enabled).map(({ id }): [string, string] => [id, 'enabled']),
      ])
    },
  }
}
