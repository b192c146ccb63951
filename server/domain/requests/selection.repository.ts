import { and, count, desc, eq, gte, lte, ne, not, sql, type SQL } from 'drizzle-orm'
import type { BulkAction } from '#contract/bulk'
import type { Database } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { BooksFeature } from '#server/domain/books/feature'
import { conditions, filterContext, listedBooks } from './request-filter.repository'
import type { ListFilter } from './request-filter.rules'

/** Only administrators change many books. */
const EVERYBODY = { userId: '', everyone: true } as const

/** A position in a list of books, latest request first. */
interface Place {
  requestedAt: Date
  /** The last book before this position. */
  asin?: string | undefined
}

export type SelectionRepository = ReturnType<typeof createSelectionRepository>

const contextOf = (dependencies: { database: Database; books: Pick<BooksFeature, 'repository'> }) => {
  const choosing = filterContext(dependencies)
  const { pending, status } = choosing.audiobooks
  /** The same conditions as the actions of a single book. */
  const applies: Record<BulkAction, SQL> = {
    approve: sql`${pending} > 0`,
    decline: sql`${pending} > 0`,
    remove: sql`1 = 1`,
    downloaded: ne(status, 'available'),
  }
  return { ...choosing, applies }
}
type Context = ReturnType<typeof contextOf>

/** Selects the requested books that an administrator changes together. */
export function createSelectionRepository(dependencies: Parameters<typeof contextOf>[0]) {
  return bind(contextOf(dependencies), { chooseStep, count: countMatching })
}

/** Some of the books that an action applies to, from a position on. */
async function chooseStep(
  context: Context,
  filter: ListFilter,
  { action, from, limit }: { action: BulkAction; from: Place; limit: number },
): Promise<{ asin: string; requestedAt: Date | null }[]> {
  const { database, audiobooks, requests, applies } = context
  const { asin, requestedAt } = audiobooks
  const { isOf } = listedBooks(context, EVERYBODY, filter.requesterKey)
  const isBefore =
    from.asin === undefined ? undefined : and(eq(requestedAt, from.requestedAt), gte(asin, from.asin))
  const chosen = database.read.select({ asin, requestedAt }).from(audiobooks).$dynamic()
  if (isOf) chosen.innerJoin(requests, isOf)
  return chosen
    .where(
      and(
        conditions(context, EVERYBODY, filter, 'page'),
        applies[action],
        lte(requestedAt, from.requestedAt),
        isBefore && not(isBefore),
      ),
    )
    .orderBy(desc(requestedAt), desc(asin))
    .limit(limit)
}

/** Counts the matching books, and for each action those that it applies to. */
async function countMatching(
  context: Context,
  filter: ListFilter,
): Promise<{ total: number; appliesTo: Record<BulkAction, number> }> {
  const { database, audiobooks, requests, applies } = context
  const { isOf } = listedBooks(context, EVERYBODY, filter.requesterKey)
  const those = (condition: SQL) => sql`count(case when ${condition} then 1 end)`.mapWith(Number)
  const counted = database.read
    .select({ total: count(), waiting: those(applies.approve), open: those(applies.downloaded) })
    .from(audiobooks)
    .$dynamic()
  if (isOf) counted.innerJoin(requests, isOf)
  const [row] = await counted.where(conditions(context, EVERYBODY, filter, 'count'))
  const { total, waiting, open } = row ?? { total: 0, waiting: 0, open: 0 }
  return { total, appliesTo: { approve: waiting, decline: waiting, remove: total, downloaded: open } }
}
