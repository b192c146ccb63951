import { and, asc, count, desc, eq, getTableName, lt, not, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { timeValue } from '#server/db/many'
import { bind } from '#server/domain/bind'
import type { KeptRows, Place, RemovalStep } from '#server/domain/retention/retention.types'

/** Releases that go in one transaction. */
const STEP = 100
/** Searches that are looked at together. */
const LOOKED_AT = 100
/** Searches of a book that are kept, the newest ones, of each kind of end. */
const KEPT_OF_BOOK = 10

interface Context {
  database: Database
  /** Whether something still depends on a search. */
  isNeeded: SQL
  /** Whether its book has enough newer ones that ended in the same way. */
  isBeyond: SQL
  isBegun: SQL
}

/**
 * Searches, with what they found and the verdicts on it, to be removed when they are old or too many. A search that is
 * under way stays; so do, while a book is waited for, its newest search and those that its grabs were chosen from.
 */
export function createKeptSearches({ database }: { database: Database }): KeptRows {
  const { releaseSearches, releases } = database.tables
  const context = {
    database,
    isNeeded: neededIn(database),
    isBeyond: beyondIn(database),
    isBegun: begunIn(database),
  }
  return {
    tables: [releaseSearches, releases].map(getTableName),
    ...bind(context, { count: countRows, findOldestOf, removeSome }),
  }
}

function neededIn({ tables: { releaseSearches: searches } }: Database): SQL {
  const isOpen = sql`exists (select 1 from fulfilments where fulfilments.asin = ${searches.asin}
    and fulfilments.state in ('waiting', 'searching', 'not_found', 'grab_unconfirmed', 'grabbed', 'downloading'))`
  const isNewest = sql`not exists (select 1 from release_searches later
    where later.asin = ${searches.asin} and later.started_at > ${searches.startedAt})`
  const isGrabbedFrom = sql`exists (select 1 from grabs where grabs.asin = ${searches.asin}
    and grabs.search_id = ${searches.id} and grabs.state in ('sending', 'unconfirmed', 'grabbed'))`
  return sql`(${searches.state} = 'running' or (${isOpen} and (${isNewest} or ${isGrabbedFrom})))`
}

function beyondIn({ tables: { releaseSearches: searches } }: Database): SQL {
  return sql`((select count(*) from release_searches newer where newer.asin = ${searches.asin}
    and newer.state = ${searches.state} and newer.started_at > ${searches.startedAt}) >= ${sql.raw(String(KEPT_OF_BOOK))})`
}

/** Its removal has begun. One whose server went away has no time either, but a cause. */
function begunIn({ tables: { releaseSearches: searches } }: Database): SQL {
  return sql`(${searches.state} = 'failed' and ${searches.finishedAt} is null and ${searches.cause} is null)`
}

async function countRows({ database }: Context): Promise<number> {
  const { releaseSearches: searches, releases } = database.tables
  const [[one], [other]] = await Promise.all([
    database.read.select({ rows: count() }).from(searches),
    database.read.select({ rows: count() }).from(releases),
  ])
  return (one?.rows ?? 0) + (other?.rows ?? 0)
}

/** Goes through the newest searches, each of which says how many releases it found. */
async function findOldestOf({ database }: Context, newest: number): Promise<Date | null> {
  const { releaseSearches: searches } = database.tables
  const { id, startedAt: at, found } = searches
  let rows = 0
  let some: (Place & { found: number })[] = []
  do {
    const last = some.at(-1)
    some = await database.read
      .select({ id, at, found })
      .from(searches)
      .where(last && sql`(${at}, ${id}) < (${timeValue(database, last.at)}, ${last.id})`)
      .orderBy(desc(at), desc(id))
      .limit(LOOKED_AT)
    for (const search of some) {
      rows += 1 + search.found
      if (rows >= newest) return search.at
    }
  } while (some.length > 0)
  return null
}

/** Looks at all searches, not at the old ones alone: a book that is looked for often has too many of this month. */
async function removeSome(context: Context, before: Date, from: Place | null): Promise<RemovalStep> {
  const { database, isNeeded, isBeyond, isBegun } = context
  const { releaseSearches: searches } = database.tables
  const { id, startedAt: at } = searches
  const goes = sql<unknown>`(${lt(at, before)} or ${isBeyond} or ${isBegun}) and not ${isNeeded}`
  const some = await database.read
    .select({ id, at, goes })
    .from(searches)
    .where(from ? sql`(${at}, ${id}) > (${timeValue(database, from.at)}, ${from.id})` : undefined)
    .orderBy(asc(at), asc(id))
    .limit(LOOKED_AT)
  const place = some.findIndex((search) => search.goes)
  const search = some[place]
  if (!search) return { removed: 0, next: some.length < LOOKED_AT ? null : (some.at(-1) ?? null) }
  const { removed, isOver } = await database.write((within) => removePart(context, within, search.id))
  return { removed, next: isOver ? search : (some[place - 1] ?? from ?? BEGINNING) }
}

/** Before every search. */
const BEGINNING: Place = { at: new Date(0), id: '' }

/**
 * Removes some of what a search found, and with the last of it the search.
 * @returns whether nothing of it is left to remove.
 */
async function removePart(
  { database, isNeeded }: Context,
  within: Transaction,
  id: string,
): Promise<{ removed: number; isOver: boolean }> {
  const { releaseSearches: searches, releases } = database.tables
  // Until it is gone it reads like one that was broken off: it says nothing, and is never taken for all there is.
  const marked = await within
    .update(searches)
    .set({ state: 'failed', finishedAt: null, cause: null })
    .where(and(eq(searches.id, id), not(isNeeded)))
    .returning({ id: searches.id })
  if (marked.length === 0) return { removed: 0, isOver: true }
  const removed = await within
    .delete(releases)
    .where(
      sql`${releases.searchId} = ${id} and (${releases.indexerId}, ${releases.guid}) in (
        select indexer_id, guid from releases part where part.search_id = ${id}
        order by indexer_id, guid limit ${sql.raw(String(STEP))})`,
    )
    .returning({ guid: releases.guid })
  if (removed.length === STEP) return { removed: STEP, isOver: false }
  await within.delete(searches).where(eq(searches.id, id))
  return { removed: removed.length + 1, isOver: true }
}
