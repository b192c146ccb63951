import type { Database } from '#server/db/database'
import { imitates } from './lookalikes.rules'

/**
 * Whether a new name could be mistaken for that of a user, which is written in another script. Compares it with every
 * name: users are added seldom.
 */
export async function hasLookalike(database: Database, username: string): Promise<boolean> {
  const { users } = database.tables
  const rows = await database.read.select({ username: users.username }).from(users)
  return imitates(
    username,
    rows.map((row) => row.username),
  )
}
