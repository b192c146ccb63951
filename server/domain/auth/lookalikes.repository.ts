import { sql } from 'drizzle-orm'
import type { Tables } from '#server/db/tables'
import type { Transaction } from '#server/db/database'
import { imitates } from './lookalikes.rules'

/**
 * Whether a new name could be mistaken for that of a user. Compares it with every name: users are added seldom. New
 * names wait for each other here until the transaction ends, so that two that look alike are not added at once.
 */
export async function hasLookalike(
  { users }: Tables,
  within: Transaction,
  username: string,
): Promise<boolean> {
  // Every server has exactly one root administrator once it is set up.
  await within
    .update(users)
    .set({ updatedAt: sql`${users.updatedAt}` })
    .where(sql`${users.root}`)
  const rows = await within.select({ username: users.username }).from(users)
  return imitates(
    username,
    rows.map((row) => row.username),
  )
}
