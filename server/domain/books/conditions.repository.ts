import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Conditions } from '#contract/wishes'
import type { Database, Transaction } from '#server/db/database'
import { joinedConditions } from './conditions.rules'

/**
 * What the releases of a book have to meet, from the wishes of everyone whose request is approved; null if
 * there are no conditions.
 */
export type ConditionsOf = (asin: string, within?: Pick<Transaction, 'select'>) => Promise<Conditions | null>

export function createConditions({ database }: { database: Database }): ConditionsOf {
  const { requests } = database.tables
  return async (asin, within = database.read) => {
    const rows = await within
      .select({ wishes: requests.wishes })
      .from(requests)
      .where(and(eq(requests.asin, asin), eq(requests.status, 'approved'), isNotNull(requests.wishes)))
      .orderBy(asc(requests.createdAt), asc(requests.id))
    return joinedConditions(rows.flatMap(({ wishes }) => wishes ?? []))
  }
}
