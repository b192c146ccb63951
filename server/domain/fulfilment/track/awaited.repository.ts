import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  max,
  min,
  ne,
  or,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { BooksRepository } from '#server/domain/books/books.repository'

type BookRow = InferSelectModel<Database['tables']['audiobooks']>

/** A wanted book that has not arrived. */
interface AwaitedBook extends Pick<
  BookRow,
  'asin' | 'title' | 'subtitle' | 'authors' | 'series' | 'language' | 'edition' | 'runtimeMin'
> {
  /** When it was first requested, or last taken back by a person after that. */
  since: Date
}

/** An available book. */
interface AvailableBook extends Omit<AwaitedBook, 'since'> {
  /** Whether the library has had it since it became available. */
  seenInLibrary: boolean
  leftLibrary: boolean
}

export type AwaitedRepository = ReturnType<typeof createAwaitedRepository>

export interface AwaitedContext {
  database: Database
  books: Pick<BooksRepository, 'facts'>
  /** The condition for approved requests. */
  requesters: { isApproved: SQL }
}

/** Reads which books are awaited, and since when. */
export function createAwaitedRepository(context: AwaitedContext) {
  return bind(context, { list, listAvailable, recordSeen, isUnreported })
}

/**
 * Approved books that are not available, each with the time since which it has been awaited: a copy that the
 * library had before does not count.
 * @param asins limits the result to these; null for all.
 */
async function list(
  { database, books, requesters }: AwaitedContext,
  asins: readonly string[] | null,
): Promise<AwaitedBook[]> {
  const { read, tables } = database
  const { audiobooks, fulfilments, requests, timeline } = tables
  if (asins?.length === 0) return []
  const isOpen = and(
    ne(fulfilments.state, 'available'),
    requesters.isApproved,
    asins ? inArray(audiobooks.asin, [...asins]) : undefined,
  )
  const takenBack = or(
    inArray(timeline.kind, ['available', 'arrived', 'reverted']),
    and(eq(timeline.kind, 'failed'), isNotNull(timeline.actor)),
  )
  const rows = await read
    .select({ ...books.facts, askedAt: min(requests.createdAt), takenBackAt: max(timeline.at) })
    .from(audiobooks)
    .innerJoin(fulfilments, eq(fulfilments.asin, audiobooks.asin))
    .innerJoin(requests, eq(requests.asin, audiobooks.asin))
    .leftJoin(timeline, and(eq(timeline.asin, audiobooks.asin), takenBack))
    .where(isOpen)
    .groupBy(audiobooks.asin)
  return rows.map(({ askedAt, takenBackAt, ...book }) => ({
    ...book,
    since: new Date(Math.max(Number(askedAt), Number(takenBackAt))),
  }))
}

/** Available books, each with whether the library has had it and has lost it. */
async function listAvailable({ database, books }: AwaitedContext): Promise<AvailableBook[]> {
  const { read, tables } = database
  const { audiobooks, fulfilments } = tables
  const { seenInLibrary, leftLibrary } = fulfilments
  return read
    .select({ ...books.facts, seenInLibrary, leftLibrary })
    .from(audiobooks)
    .innerJoin(fulfilments, eq(fulfilments.asin, audiobooks.asin))
    .where(eq(fulfilments.state, 'available'))
}

/** Records that the library has available books; only then can it lose them. */
async function recordSeen({ database }: AwaitedContext, asins: readonly string[]): Promise<void> {
  const { fulfilments } = database.tables
  await database.write((within) =>
    within
      .update(fulfilments)
      .set({ seenInLibrary: true })
      .where(and(isOneOf(database, fulfilments.asin, asins), eq(fulfilments.state, 'available'))),
  )
}

/** Whether a download is still the awaited one, and no one was told that it is missing from the library. */
async function isUnreported(
  { database: { tables } }: AwaitedContext,
  within: Transaction,
  { asin, completedAt }: { asin: string; completedAt: Date },
): Promise<boolean> {
  const { downloads, fulfilments, timeline } = tables
  const [open] = await within
    .select({ grabId: downloads.grabId })
    .from(downloads)
    .innerJoin(fulfilments, eq(fulfilments.asin, downloads.asin))
    .where(
      and(
        eq(downloads.asin, asin),
        eq(downloads.current, true),
        eq(downloads.state, 'completed'),
        eq(downloads.changedAt, completedAt),
        inArray(fulfilments.state, ['grabbed', 'downloading']),
      ),
    )
  if (!open) return false
  const [told] = await within
    .select({ at: timeline.at })
    .from(timeline)
    .where(and(eq(timeline.asin, asin), eq(timeline.kind, 'not_in_library'), gte(timeline.at, completedAt)))
  return told === undefined
}
