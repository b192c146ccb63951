import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { wasBefore } from '#server/db/due'
import type { Failures } from './throttle.rules'

export type ThrottleRepository = ReturnType<typeof createThrottleRepository>

export function createThrottleRepository({ database }: { database: Database }) {
  const { passwordFailures: failures } = database.tables
  const remove = (which: SQL | undefined) =>
    database.write((transaction) => transaction.delete(failures).where(which))

  return {
    /** The existing counts for these keys. */
    async find(keys: readonly string[]): Promise<(Failures & { key: string })[]> {
      return database.read
        .select()
        .from(failures)
        .where(inArray(failures.key, [...keys]))
    },

    /**
     * Counts one wrong attempt under each key; concurrent attempts all count. A count last changed before `expired`
     * restarts.
     */
    async count(keys: readonly string[], at: Date, expired: Date): Promise<void> {
      const isExpired = wasBefore(failures.lastAt, expired, at)
      await database.write(async (transaction) => {
        // Always in the same order, so that transactions never deadlock.
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
      await remove(isExpired)
    },

    /**
     * Adds to the count under a key.
     * @returns the count afterwards; concurrent calls get different ones.
     */
    async take(key: string, amount: number, at: Date, expired: Date): Promise<number> {
      const set = { count: sql`${failures.count} + ${amount}`, lastAt: at }
      const [taken] = await database.write((transaction) =>
        transaction
          .insert(failures)
          .values({ key, count: amount, lastAt: at })
          .onConflictDoUpdate({ target: failures.key, set })
          .returning({ count: failures.count }),
      )
      const count = taken?.count ?? amount
      // Each count is a new row once, so this keeps up with them.
      if (count === amount) await remove(wasBefore(failures.lastAt, expired, at))
      return count
    },

    async forget(key: string): Promise<void> {
      await remove(eq(failures.key, key))
    },
  }
}
