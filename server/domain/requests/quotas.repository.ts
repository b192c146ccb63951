import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { OwnQuota } from '#contract/quotas'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'

type Reader = Pick<Transaction, 'select'>

export type QuotasRepository = ReturnType<typeof createQuotasRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { quotaUses, users } = database.tables
  return { database, quotaUses, users }
}
type Context = ReturnType<typeof contextOf>

/** Stores the requests that count against quotas. */
export function createQuotasRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { findOwn, listUses, spend, refund })
}

/** A person's own quota; null if the role's applies. */
async function findOwn(
  { database, users }: Context,
  userId: string,
  within: Reader = database.read,
): Promise<OwnQuota> {
  const [user] = await within.select({ quota: users.quota }).from(users).where(eq(users.id, userId))
  return user?.quota ?? null
}

/** Times of the newest requests that count, newest first. */
async function listUses(
  { database, quotaUses }: Context,
  userId: string,
  { since, limit }: { since: Date; limit: number },
  within: Reader = database.read,
): Promise<Date[]> {
  const rows = await within
    .select({ at: quotaUses.at })
    .from(quotaUses)
    .where(and(eq(quotaUses.userId, userId), gt(quotaUses.at, since)))
    .orderBy(desc(quotaUses.at))
    .limit(limit)
  return rows.map(({ at }) => at)
}

/**
 * Counts a request. A book counts once: requesting it again restarts its time.
 * @param use.forgottenFrom deletes that person's older entries.
 */
async function spend(
  { quotaUses }: Context,
  within: Transaction,
  use: { userId: string; asin: string; at: Date; forgottenFrom: Date },
): Promise<void> {
  const { forgottenFrom, ...row } = use
  await within
    .delete(quotaUses)
    .where(and(eq(quotaUses.userId, row.userId), lte(quotaUses.at, forgottenFrom)))
  await within
    .insert(quotaUses)
    .values(row)
    .onConflictDoUpdate({ target: [quotaUses.userId, quotaUses.asin], set: { at: row.at } })
}

/** Stops counting these people's requests for a book. */
async function refund(
  { quotaUses }: Context,
  within: Transaction,
  asin: string,
  userIds: string[],
): Promise<void> {
  await within.delete(quotaUses).where(and(inArray(quotaUses.userId, userIds), eq(quotaUses.asin, asin)))
}
