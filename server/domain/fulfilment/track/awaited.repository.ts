import { and, eq, gte, inArray, min, or, sql, type InferSelectModel, type SQL } from 'drizzle-orm'
import { agoOf } from '#server/async/due.rules'
import type { Database, Transaction } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { BooksRepository } from '#server/domain/books/books.repository'

type BookRow = InferSelectModel<Database['tables']['audiobooks']>

/** The facts by which a book is recognised. */
type Facts = Pick<
  BookRow,
  'asin' | 'title' | 'subtitle' | 'authors' | 'series' | 'language' | 'edition' | 'runtimeMin'
>

/** A requested or grabbed book that has not arrived. */
interface AwaitedBook extends Facts {
  /** When it was first requested, or a release of it grabbed; null if neither still counts. */
  since: Date | null
  /** When a person last took back the copy that the library had; null if no one has. */
  takenBackAt: Date | null
}

/** An available book. */
interface AvailableBook extends Facts {
  /** Whether the library has had it since it became available. */
  seenInLibrary: boolean
  leftLibrary: boolean
}

export type AwaitedRepository = ReturnType<typeof createAwaitedRepository>

export interface AwaitedContext {
  database: Database
  books: Pick<BooksRepository, 'facts' | 'isAwaited'>
  /** The condition for requests that were not declined. */
  requesters: { isOpen: SQL }
}

/** Reads which books are awaited, since when, and which copies of them do not count. */
export function createAwaitedRepository(context: AwaitedContext) {
  return bind(context, { list, findTakenBack, listAvailable, recordSeen, isUnreported })
}

/**
 * Books that are not available, whether or not their requests are approved, and those grabbed for people who have
 * withdrawn since.
 * @param asins limits the result to these; null for all.
 */
async function list(
  { database, books, requesters }: AwaitedContext,
  asins: readonly string[] | null,
): Promise<AwaitedBook[]> {
  const { read, tables } = database
  const { audiobooks, requests, grabs, timeline } = tables
  if (asins?.length === 0) return []
  const isAwaited = and(books.isAwaited, asins ? isOneOf(database, audiobooks.asin, asins) : undefined)
  const rows = await read
    .select({
      ...books.facts,
      requestedAt: min(requests.createdAt),
      grabbedAt: min(grabs.createdAt),
      ...takenBackColumns(database),
    })
    .from(audiobooks)
    .leftJoin(requests, and(eq(requests.asin, audiobooks.asin), requesters.isOpen))
    .leftJoin(grabs, and(eq(grabs.asin, audiobooks.asin), eq(grabs.state, 'grabbed')))
    .leftJoin(timeline, and(eq(timeline.asin, audiobooks.asin), saysOfCopy(database)))
    .where(isAwaited)
    .groupBy(audiobooks.asin)
  return rows.map(({ requestedAt, grabbedAt, availableAt, rejectedAt, wantedAgainAt, ...book }) => ({
    ...book,
    since: earliest(requestedAt, grabbedAt),
    takenBackAt: lastTakenBack({ availableAt, rejectedAt, wantedAgainAt }),
  }))
}

/** When a person last took back the copy of a book that the library had; null if no one has. */
async function findTakenBack({ database }: AwaitedContext, asin: string): Promise<Date | null> {
  const { timeline } = database.tables
  const [row] = await database.read
    .select(takenBackColumns(database))
    .from(timeline)
    .where(and(eq(timeline.asin, asin), saysOfCopy(database)))
  return row ? lastTakenBack(row) : null
}

/** Activity that says something about the copy of a book that the library had. */
const saysOfCopy = ({ tables: { timeline } }: Database): SQL | undefined =>
  or(
    inArray(timeline.kind, ['available', 'arrived', 'reverted', 'failed']),
    sql`${timeline.detail}->>'again' is not null`,
  )

/** The times from a book's activity by which {@link lastTakenBack} decides. */
function takenBackColumns({ tables: { timeline } }: Database) {
  const { kind, actor, detail, at } = timeline
  const first = (condition: SQL) => sql<Date | null>`min(case when ${condition} then ${at} end)`.mapWith(at)
  const last = (condition: SQL) => sql<Date | null>`max(case when ${condition} then ${at} end)`.mapWith(at)
  return {
    availableAt: first(sql`${kind} in ('available', 'arrived')`),
    rejectedAt: last(sql`${kind} = 'reverted' or (${kind} = 'failed' and ${actor} is not null)`),
    wantedAgainAt: last(sql`${detail}->>'again' is not null`),
  }
}

/** A book that is started over before it was ever available says nothing about a copy in the library. */
function lastTakenBack(times: {
  availableAt: Date | null
  rejectedAt: Date | null
  wantedAgainAt: Date | null
}): Date | null {
  const { availableAt, rejectedAt, wantedAgainAt } = times
  const isOfCopy = availableAt !== null && rejectedAt !== null && rejectedAt > availableAt
  const taken = [isOfCopy ? rejectedAt : null, wantedAgainAt].filter((at) => at !== null)
  return taken.length > 0 ? new Date(Math.max(...taken.map(Number))) : null
}

function earliest(...times: readonly (Date | null)[]): Date | null {
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? new Date(Math.min(...known.map(Number))) : null
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
  now: Date,
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
  // Of one that completed while the clock was ahead it is not known what was told since: better never twice.
  const isSince = agoOf(completedAt, now) < Infinity ? gte(timeline.at, completedAt) : undefined
  const [told] = await within
    .select({ at: timeline.at })
    .from(timeline)
    .where(and(eq(timeline.asin, asin), eq(timeline.kind, 'not_in_library'), isSince))
  return told === undefined
}
