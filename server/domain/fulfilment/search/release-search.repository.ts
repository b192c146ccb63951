import { LATEST_LEASE } from '#server/async/due.rules'
import { hasCome } from '#server/db/due'
import { causeOf, type Cause } from '#contract/cause'
import { and, asc, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { BooksRepository } from '#server/domain/books/books.repository'
import { bind } from '#server/domain/bind'
import type { StoredIndexerAnswer } from '#server/db/stored-release'
import type { StoredSearch, WantedRecording } from './release-search.types'

/** What is stored while a search runs. */
export interface SearchProgress {
  indexers: StoredIndexerAnswer[]
  found: number
  accepted: number
  cause: Cause | null
}

export type ReleaseSearchRepository = ReturnType<typeof createReleaseSearchRepository>

interface SearchesContext {
  database: Database
  books: Pick<BooksRepository, 'find' | 'lock'>
}

/** Stores who queried the indexers, when, and the results. */
export function createReleaseSearchRepository(context: SearchesContext) {
  return bind(context, {
    findBook,
    lockBook,
    find,
    list,
    findNewest,
    findNewestWithReleases,
    begin,
    endAbandoned,
    renew,
    saveProgress,
    end,
    cancelRunning,
    abandon,
  })
}

const columnsOf = ({ tables }: Database) => {
  const { leaseOwner: _, ...columns } = getTableColumns(tables.releaseSearches)
  return columns
}

/**
 * Ends searches whose server is gone; their end time is unknown.
 * @param asin limits this to one book.
 * @returns the searches as they were.
 */
async function endAbandoned(
  { database }: SearchesContext,
  within: Transaction,
  now: Date,
  asin?: string,
): Promise<StoredSearch[]> {
  const { releaseSearches: searches } = database.tables
  const abandoned = await within
    .select(columnsOf(database))
    .from(searches)
    .where(
      and(
        eq(searches.state, 'running'),
        hasCome(searches.leaseUntil, now, LATEST_LEASE),
        asin === undefined ? undefined : eq(searches.asin, asin),
      ),
    )
  const ended: StoredSearch[] = []
  for (const search of abandoned) {
    const indexers = search.indexers.map(markInterrupted)
    const updated = await within
      .update(searches)
      .set({ state: 'failed', cause: INTERRUPTED, indexers, leaseOwner: null, leaseUntil: null })
      .where(
        and(
          eq(searches.id, search.id),
          eq(searches.state, 'running'),
          hasCome(searches.leaseUntil, now, LATEST_LEASE),
        ),
      )
      .returning({ id: searches.id })
    if (updated.length > 0) ended.push(search)
  }
  return ended
}

const ownRunning = ({ tables: { releaseSearches: searches } }: Database, id: string, owner: string) =>
  and(eq(searches.id, id), eq(searches.state, 'running'), eq(searches.leaseOwner, owner))

/** The details of a stored book; null if it is not stored. */
async function findBook(
  { books }: SearchesContext,
  asin: string,
  within?: Transaction,
): Promise<WantedRecording | null> {
  return toWanted(await books.find(asin, within))
}

/** Like {@link findBook}, but locks the details until the transaction ends. */
async function lockBook(
  { books }: SearchesContext,
  within: Transaction,
  asin: string,
): Promise<WantedRecording | null> {
  await books.lock(within, asin)
  return toWanted(await books.find(asin, within))
}

async function find({ database }: SearchesContext, id: string): Promise<StoredSearch | null> {
  const { releaseSearches: searches } = database.tables
  const [row] = await database.read.select(columnsOf(database)).from(searches).where(eq(searches.id, id))
  return row ?? null
}

/** Newest first. */
async function list({ database }: SearchesContext, asin: string, limit: number): Promise<StoredSearch[]> {
  const { releaseSearches: searches } = database.tables
  return database.read
    .select(columnsOf(database))
    .from(searches)
    .where(eq(searches.asin, asin))
    .orderBy(desc(searches.startedAt), asc(searches.id))
    .limit(limit)
}

/** The running search of a book, or else its newest. */
async function findNewest({ database }: SearchesContext, asin: string): Promise<StoredSearch | null> {
  const { releaseSearches: searches } = database.tables
  const [row] = await database.read
    .select(columnsOf(database))
    .from(searches)
    .where(eq(searches.asin, asin))
    .orderBy(
      asc(sql`case when ${searches.state} = 'running' then 0 else 1 end`),
      desc(searches.startedAt),
      asc(searches.id),
    )
    .limit(1)
  return row ?? null
}

/** A book's newest finished search that found something. */
async function findNewestWithReleases(
  { database }: SearchesContext,
  asin: string,
): Promise<StoredSearch | null> {
  const { releaseSearches: searches } = database.tables
  const [row] = await database.read
    .select(columnsOf(database))
    .from(searches)
    .where(and(eq(searches.asin, asin), eq(searches.state, 'finished'), gt(searches.found, 0)))
    .orderBy(desc(searches.startedAt))
    .limit(1)
  return row ?? null
}

/**
 * Records a search that begins, replacing one whose server is gone.
 * @returns false if another one is running.
 */
async function begin(
  { database, books }: SearchesContext,
  within: Transaction,
  search: { id: string; asin: string; actor: string | null; owner: string; leaseUntil: Date },
  now: Date,
): Promise<boolean> {
  const { releaseSearches: searches } = database.tables
  const { owner, ...rest } = search
  await endAbandoned({ database, books }, within, now, search.asin)
  const inserted = await within
    .insert(searches)
    .values({ ...rest, leaseOwner: owner, state: 'running', indexers: [], startedAt: now })
    .onConflictDoNothing()
    .returning({ id: searches.id })
  return inserted.length > 0
}

/** @returns false if this server no longer holds the search. */
async function renew(
  { database }: SearchesContext,
  id: string,
  owner: string,
  leaseUntil: Date,
): Promise<boolean> {
  const { releaseSearches: searches } = database.tables
  return database.write(async (transaction) => {
    const renewed = await transaction
      .update(searches)
      .set({ leaseUntil })
      .where(ownRunning(database, id, owner))
      .returning({ id: searches.id })
    return renewed.length > 0
  })
}

/** @returns false if this server no longer holds the search. */
async function saveProgress(
  { database }: SearchesContext,
  within: Transaction,
  id: string,
  owner: string,
  progress: SearchProgress,
): Promise<boolean> {
  const { releaseSearches: searches } = database.tables
  const saved = await within
    .update(searches)
    .set(progress)
    .where(ownRunning(database, id, owner))
    .returning({ id: searches.id })
  return saved.length > 0
}

/** Ends a search whose progress is stored. */
async function end(
  { database }: SearchesContext,
  within: Transaction,
  id: string,
  state: 'finished' | 'failed',
  now: Date,
): Promise<void> {
  const { releaseSearches: searches } = database.tables
  await within
    .update(searches)
    .set({ state, finishedAt: now, leaseOwner: null, leaseUntil: null })
    .where(eq(searches.id, id))
}

/** Cancels the running search of a book. */
async function cancelRunning(
  { database }: SearchesContext,
  within: Transaction,
  asin: string,
  cause: Cause,
  now: Date,
): Promise<void> {
  const { releaseSearches: searches } = database.tables
  await within
    .update(searches)
    .set({ state: 'failed', cause, leaseOwner: null, leaseUntil: null, finishedAt: now })
    .where(and(eq(searches.asin, asin), eq(searches.state, 'running')))
}

/** Deletes a search that was cancelled. */
async function abandon({ database }: SearchesContext, id: string, owner: string): Promise<void> {
  const { releaseSearches: searches } = database.tables
  await database.write((within) => within.delete(searches).where(ownRunning(database, id, owner)))
}

const INTERRUPTED = causeOf('search_interrupted')

/** An answer still pending when its server died will never arrive. */
const markInterrupted = (answer: StoredIndexerAnswer): StoredIndexerAnswer =>
  answer.state === 'asking' ? { ...answer, state: 'failed', cause: INTERRUPTED } : answer

/**
 * Catalogue data changes all the time and does not count; the details of a book entered by hand change only by
 * correction.
 */
function toWanted(book: Awaited<ReturnType<BooksRepository['find']>>): WantedRecording | null {
  if (!book) return null
  const { asin, region, title, subtitle, authors, narrators, series } = book
  const { language, edition, runtimeMin, releaseDate } = book
  const names = { title, subtitle, authors, narrators, series }
  const correctedAt = book.handMadeBy === null ? null : book.updatedAt
  return { asin, region, ...names, language, edition, runtimeMin, releaseDate, correctedAt }
}
