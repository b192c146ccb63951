import { and, asc, eq, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { CurrentUser } from './auth.types'

export interface StoredApiKey {
  id: string
  name: string
  enabled: boolean
  readOnly: boolean
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
}

export interface NewApiKey {
  id: string
  userId: string
  name: string
  nameKey: string
  keyHash: string
  readOnly: boolean
  expiresAt: Date | null
  createdAt: Date
}

export interface FoundApiKey {
  id: string
  enabled: boolean
  readOnly: boolean
  expiresAt: Date | null
  lastUsedAt: Date | null
  user: CurrentUser
}

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>

export function createApiKeysRepository({ database }: { database: Database }) {
  const { apiKeys, users } = database.tables
  const own = (userId: string, id: string) => and(eq(apiKeys.userId, userId), eq(apiKeys.id, id))
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

  return {
    /** The key and its owner by one indexed query: every API call begins with it. */
    async find(keyHash: string): Promise<FoundApiKey | undefined> {
      const [found] = await byHash.execute({ keyHash })
      return found
    },

    /** The keys of a user, oldest first. */
    list(userId: string): Promise<StoredApiKey[]> {
      return database.read
        .select({
          id: apiKeys.id,
          name: apiKeys.name,
          enabled: apiKeys.enabled,
          readOnly: apiKeys.readOnly,
          expiresAt: apiKeys.expiresAt,
          createdAt: apiKeys.createdAt,
          lastUsedAt: apiKeys.lastUsedAt,
        })
        .from(apiKeys)
        .where(eq(apiKeys.userId, userId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.nameKey))
    },

    /** @returns false when the owner has a key of this name. */
    async insert(transaction: Transaction, key: NewApiKey): Promise<boolean> {
      const stored = await transaction
        .insert(apiKeys)
        .values({ ...key, enabled: true })
        .onConflictDoNothing()
        .returning({ id: apiKeys.id })
      return stored.length > 0
    },

    /** @returns false when the user has no such key. */
    async delete(userId: string, id: string): Promise<boolean> {
      const deleted = await database.write((transaction) =>
        transaction.delete(apiKeys).where(own(userId, id)).returning({ id: apiKeys.id }),
      )
      return deleted.length > 0
    },

    /** @returns false when the user has no such key. */
    async toggle(userId: string, id: string): Promise<boolean> {
      const changed = await database.write((transaction) =>
        transaction
          .update(apiKeys)
          .set({ enabled: not(sql`${apiKeys.enabled}`) })
          .where(own(userId, id))
          .returning({ id: apiKeys.id }),
      )
      return changed.length > 0
    },

    /** Stores when a key was last used, unless that is known since `unlessSince`. */
    async noteUse(use: { id: string; at: Date; unlessSince: Date }): Promise<void> {
      const outdated = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, use.unlessSince))
      await database.write((transaction) =>
        transaction
          .update(apiKeys)
          .set({ lastUsedAt: use.at })
          .where(and(eq(apiKeys.id, use.id), outdated)),
      )
    },
  }
}
