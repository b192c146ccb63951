import { and, desc, eq, gt, lte, ne } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import type { Row } from '#server/db/tables'

type StoredAttempt = Row<'oidcAttempts'>

/** The attempt and its browser: other browsers do not find it, and no one does after it has expired. */
type AttemptKey = Pick<StoredAttempt, 'id' | 'kind' | 'browserHash'> & { now: Date }

export type AttemptsRepository = ReturnType<typeof createAttemptsRepository>

export function createAttemptsRepository({ database }: { database: Database }) {
  const { oidcAttempts } = database.tables
  const matches = ({ id, kind, browserHash, now }: AttemptKey) =>
    and(
      eq(oidcAttempts.id, id),
      eq(oidcAttempts.kind, kind),
      eq(oidcAttempts.browserHash, browserHash),
      gt(oidcAttempts.expiresAt, now),
    )

  return {
    /**
     * Stores an attempt, replacing one with the same id. Deletes expired attempts, and all but the newest
     * `kept` of the same network.
     */
    async put(attempt: StoredAttempt, now: Date, kept: number): Promise<void> {
      const { id, ...rest } = attempt
      await database.write(async (transaction) => {
        await transaction.delete(oidcAttempts).where(lte(oidcAttempts.expiresAt, now))
        await transaction
          .insert(oidcAttempts)
          .values(attempt)
          .onConflictDoUpdate({ target: oidcAttempts.id, set: rest })
        if (attempt.networkHash === null) return
        const ofNetwork = eq(oidcAttempts.networkHash, attempt.networkHash)
        const [firstTooMany] = await transaction
          .select({ expiresAt: oidcAttempts.expiresAt })
          .from(oidcAttempts)
          .where(ofNetwork)
          .orderBy(desc(oidcAttempts.expiresAt))
          .limit(1)
          .offset(kept)
        if (!firstTooMany) return
        await transaction
          .delete(oidcAttempts)
          .where(and(ofNetwork, ne(oidcAttempts.id, id), lte(oidcAttempts.expiresAt, firstTooMany.expiresAt)))
      })
    },

    /** @returns the payload. */
    async find(key: AttemptKey): Promise<string | undefined> {
      const [found] = await database.read
        .select({ payload: oidcAttempts.payload })
        .from(oidcAttempts)
        .where(matches(key))
      return found?.payload
    },

    /** Deletes an attempt. @returns its payload, to only one of several concurrent callers. */
    async take(key: AttemptKey): Promise<string | undefined> {
      const [taken] = await database.write((transaction) =>
        transaction.delete(oidcAttempts).where(matches(key)).returning({ payload: oidcAttempts.payload }),
      )
      return taken?.payload
    },
  }
}
