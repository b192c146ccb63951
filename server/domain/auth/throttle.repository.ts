import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import type { Failures } from './throttle.rules'

export type ThrottleRepository = ReturnType<typeof createThrottleRepository>

export function createThrottleRepository({ database }: { database: Database }) {
  const { passwordFailures: failures } = database.tables

  return {
    /** The counts that exist under these keys. */
    async find(keys: readonly string[]): Promise<(Failures & { key: string })[]> {
      return database.read
        .select()
        .from(failures)
        .where(inArray(failures.key, [...keys]))
    },

    /**
     * Counts one wrong try under each key; tries at the same moment all count. A count last changed before
     * `expired` starts again.
     */
    async count(keys: readonly string[], at: Date, expired: Date): Promise<void> {
      const isExpired = lte(failures.lastAt, expired)
      await database.write(async (transaction) => {
        // In one order everywhere, so that two transactions never wait for each other.
        for (const key of keys.toSorted()) {
          await transaction
            .insert(failures)
            .values({ key, count: 1, lastAt: at })
            .onConflictDoUpdate({
              target: failures.key,
              set: { count: sql`case when ${isExpired} then 1 else ${failures.count} + 1 end`, lastAt: at },
            })
        }
      })
      await database.write((transaction) => transaction.delete(failures).where(isExpired))
    },

    /**
     * Counts one call under a key.
     * @returns how many there are with this one: of several at the same moment each has a number of its own.
     */
    async take(key: string, at: Date, expired: Date): Promise<number> {
      const count = await database.write(async (transaction) => {
        const [taken] = await transaction
          .insert(failures)
          .values({ key, count: 1, lastAt: at })
          .onConflictDoUpdate({
            target: failures.key,
            set: { count: sql`${failures.count} + 1`, lastAt: at },
          })
          .returning({ count: failures.count })
        return taken?.count ?? 1
      })
      await database.write((transaction) => transaction.delete(failures).where(lte(failures.lastAt, expired)))
      return count
    },

    async forget(key: string): Promise<void> {
      await database.write((transaction) => transaction.delete(failures).where(eq(failures.key, key)))
    },
  }
}
