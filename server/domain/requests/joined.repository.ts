import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { thoseWhoCount } from '#server/domain/books/conditions.rules'

/**
 * Stores who joined a book, after requests for it were approved: whose request is approved while somebody else's is.
 * Whoever counted until then counts on, so that joining changes nothing; of several approved at once for a book that
 * nobody had, the first one counts.
 * @param userIds whose requests were just approved.
 */
export async function markJoined(
  { requests }: Pick<Database['tables'], 'requests'>,
  within: Transaction,
  asin: string,
  userIds: readonly string[],
): Promise<void> {
  const isApproved = and(eq(requests.asin, asin), eq(requests.status, 'approved'))
  const approved = await within
    .select({ id: requests.id, userId: requests.userId, joined: requests.joined })
    .from(requests)
    .where(isApproved)
    .orderBy(asc(requests.createdAt), asc(requests.id))
  const before = approved.filter(({ userId }) => !userIds.includes(userId))
  const count = before.length > 0 ? thoseWhoCount(before) : approved.slice(0, 1)
  const joined = notInArray(
    requests.id,
    count.map(({ id }) => id),
  )
  await within
    .update(requests)
    .set({ joined: sql`${joined}` })
    .where(isApproved)
}
