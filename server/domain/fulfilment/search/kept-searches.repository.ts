import { and, asc, desc, eq, getTableName, lt, not, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { timeValue } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { KeptRows, Place, RemovalStep } from '#server/db/kept-rows.types'

/** Releases deleted per transaction. */
const STEP = 100
/** Searches examined at a time. */
const BATCH = 100
/** Newest searches of a book to keep, for each kind of outcome. */
const KEPT_OF_BOOK = 10

interface Context {
  database: Database
  /** Whether something still depends on a search. */
  isReferenced: SQL
  /** Whether its book has enough newer searches with the same outcome. */
  isBeyond: SQL
  isPartlyDeleted: SQL
}

/**
 * Deletes old and surplus searches with their releases and verdicts. Keeps running searches and, while a book is
 * wanted, its newest search and those its grabs were chosen from.
 */
export function createKeptSearches({ database }: { database: Database }): KeptRows {
  const { releaseSearches, releases } = database.tables
  const context = {
    database,
    isReferenced: referencedIn(database),
    isBeyond: beyondIn(database),
    isPartlyDeleted: partlyDeletedIn(database),
  }
  return {
    tables: [releaseSearches, releases].map(getTableName),
    ...bind(context, { count: countRows, findOldestOf, removeSome }),
  }
}

function referencedIn({ tables: { releaseSearches: searches } }: Database): SQL {
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

/**
 * Whether the deletion of a search has begun. A search whose server died has no end time either, but does
 * have a cause.
 */
function partlyDeletedIn({ tables: { releaseSearches: searches } }: Database): SQL {
  return sql`(${searches.state} = 'failed' and ${searches.finishedAt} is null and ${searches.cause} is null)`
}

async function countRows({ database }: Context): Promise<number> {
  const { releaseSearches: searches, releases } = database.tables
  const [one, other] = await Promise.all([database.read.$count(searches), database.read.$count(releases)])
  return one + other
}

/** Goes through the newest searches, counting each search and its releases as rows. */
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
      .limit(BATCH)
    for (const search of some) {
      rows += 1 + search.found
      if (rows >= newest) return search.at
    }
  } while (some.length > 0)
  return null
}

/** Examines all searches, not just old ones: a book searched for often may have too many from this month. */
async function removeSome(context: Context, before: Date, from: Place | null): Promise<RemovalStep> {
  const { database, isReferenced, isBeyond, isPartlyDeleted } = context
  const { releaseSearches: searches } = database.tables
  const { id, startedAt: at } = searches
  const goes = sql<unknown>`(${lt(at, before)} or ${isBeyond} or ${isPartlyDeleted}) and not ${isReferenced}`
  const some = await database.read
    .select({ id, at, goes })
    .from(searches)
    .where(from ? sql`(${at}, ${id}) > (${timeValue(database, from.at)}, ${from.id})` : undefined)
    .orderBy(asc(at), asc(id))
    .limit(BATCH)
  const place = some.findIndex((search) => search.goes)
  const search = some[place]
  if (!search) return { removed: 0, next: some.length < BATCH ? null : (some.at(-1) ?? null) }
  const { removed, isOver } = await database.write((within) => removePart(context, within, search.id))
  return { removed, next: isOver ? search : (some[place - 1] ?? from ?? BEGINNING) }
}

/** Before the first search. */
const BEGINNING: Place = { at: new Date(0), id: '' }

/**
 * Deletes some of a search's releases, and the search with the last of them.
 * @returns whether nothing is left to delete.
 */
async function removePart(
  { database, isReferenced }: Context,
  within: Transaction,
  id: string,
): Promise<{ removed: number; isOver: boolean }> {
  const { releaseSearches: searches, releases } = database.tables
  // While partly deleted it looks like an interrupted search, so that no one mistakes it for a complete one.
  const marked = await within
    .update(searches)
    .set({ state: 'failed', finishedAt: null, cause: null })
    .where(and(eq(searches.id, id), not(isReferenced)))
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
