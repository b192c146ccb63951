import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'

export type SignInNetworksRepository = ReturnType<typeof createSignInNetworksRepository>

export function createSignInNetworksRepository({ database }: { database: Database }) {
  const { signInNetworks } = database.tables

  return {
    /** Whether a user signed in from a network after a time. */
    async has(userId: string, network: string, after: Date): Promise<boolean> {
      const [found] = await database.read
        .select({ network: signInNetworks.network })
        .from(signInNetworks)
        .where(
          and(
            eq(signInNetworks.userId, userId),
            eq(signInNetworks.network, network),
            gt(signInNetworks.lastAt, after),
          ),
        )
      return found !== undefined
    },

    /** Records that a user signed in from a network. */
    async note(transaction: Transaction, userId: string, network: string, at: Date): Promise<void> {
      await transaction
        .insert(signInNetworks)
        .values({ userId, network, lastAt: at })
        .onConflictDoUpdate({ target: [signInNetworks.userId, signInNetworks.network], set: { lastAt: at } })
    },

    /** Deletes networks whose last sign-in was before a time. */
    async prune(before: Date): Promise<void> {
      await database.write((transaction) =>
        transaction.delete(signInNetworks).where(lte(signInNetworks.lastAt, before)),
      )
    },
  }
}
