import {
  and,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { Cause } from '#contract/cause'
import type { TimelineKind } from '#contract/books'
import { CLOCK_SKEW } from '#server/async/due.rules'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { StoredRelease } from '#server/db/stored-release'
import { EXPECTED_FOR } from './download-state.rules'
import { holders, identify, idOfTorrent, isWanted, listUnidentified } from './held-downloads.repository'
import { listRemovals, planRemoval } from './removals.repository'
import { ENDED, SENT, type DownloadChange, type FollowedDownload } from './track.types'

/** A grab without a download record. */
interface UnnotedGrab {
  id: string
  asin: string
  guid: string
  title: string
  indexerId: number
  facts: StoredRelease
  createdAt: Date
}

/** The download record of a grab whose outcome is unknown. */
export type NotedDownload = Pick<
  FollowedDownload,
  'grabId' | 'connectionId' | 'client' | 'downloadId' | 'missingSince'
>

/** The progress of a download. */
export type Progress = Pick<FollowedDownload, 'grabId' | 'state' | 'percent' | 'speed' | 'secondsLeft'>

/** Rows per statement: on SQLite, a statement blocks everything else while it runs. */
const CHUNK = 50

export type DownloadsRepository = ReturnType<typeof createDownloadsRepository>

/** Stores what download clients report about grabbed releases. */
export function createDownloadsRepository({ database }: { database: Database }) {
  return bind(database, {
    listUnnoted,
    note,
    findNoted,
    listFollowed,
    listUnidentified,
    identify,
    saveProgress,
    change,
    end,
    makeCurrent,
    isWanted,
    listRemovals,
    planRemoval,
    countFailed,
    listComplete,
    holders,
    idOfTorrent,
  })
}

const columnsOf = ({ tables }: Database) => {
  const { current: _, removeAt: _at, ...columns } = getTableColumns(tables.downloads)
  return columns
}

/** Releases that a client may have by now but that have no record yet. */
async function listUnnoted({ read, tables }: Database): Promise<UnnotedGrab[]> {
  const { grabs, fulfilments, downloads } = tables
  const { id, asin, guid, title, indexerId, facts, createdAt } = grabs
  return read
    .select({ id, asin, guid, title, indexerId, facts, createdAt })
    .from(grabs)
    .innerJoin(fulfilments, eq(fulfilments.asin, grabs.asin))
    .leftJoin(downloads, eq(downloads.grabId, grabs.id))
    .where(and(eq(grabs.state, 'grabbed'), inArray(fulfilments.state, SENT), isNull(downloads.grabId)))
    .orderBy(grabs.createdAt)
}

/** Records that a client is expected to have a release; from now on it is the download shown for its book. */
async function note(
  database: Database,
  within: Transaction,
  row: Pick<FollowedDownload, 'grabId' | 'asin' | 'title' | 'protocol' | 'downloadId'> & DownloadChange,
  now: Date,
): Promise<void> {
  const { downloads } = database.tables
  const inserted = await within
    .insert(downloads)
    .values({ state: 'expected', ...row, current: false, createdAt: now, changedAt: now })
    .onConflictDoNothing()
    .returning({ grabId: downloads.grabId })
  if (inserted.length > 0) await makeCurrent(database, within, row.asin, row.grabId)
}

/** The download record of a grab; null if there is none. */
async function findNoted(
  { read, tables: { downloads } }: Database,
  grabId: string,
  within: Pick<Transaction, 'select'> = read,
): Promise<NotedDownload | null> {
  const { connectionId, client, downloadId, missingSince } = downloads
  const [row] = await within
    .select({ grabId: downloads.grabId, connectionId, client, downloadId, missingSince })
    .from(downloads)
    .where(eq(downloads.grabId, grabId))
  return row ?? null
}

/** Shows another of a book’s downloads. */
async function makeCurrent(
  { tables: { downloads } }: Database,
  within: Transaction,
  asin: string,
  grabId: string,
): Promise<void> {
  await within.update(downloads).set({ current: false }).where(eq(downloads.asin, asin))
  await within.update(downloads).set({ current: true }).where(eq(downloads.grabId, grabId))
}

/** All downloads that clients are asked about, except those that have not turned up for a long time. */
async function listFollowed(database: Database, now: Date): Promise<FollowedDownload[]> {
  const { downloads, grabs, fulfilments } = database.tables
  return database.read
    .select({ ...columnsOf(database), grabbedAt: grabs.createdAt })
    .from(downloads)
    .innerJoin(grabs, and(eq(grabs.id, downloads.grabId), eq(grabs.state, 'grabbed')))
    .innerJoin(fulfilments, and(eq(fulfilments.asin, downloads.asin), inArray(fulfilments.state, SENT)))
    .where(
      and(
        notInArray(downloads.state, ENDED),
        or(ne(downloads.state, 'expected'), gte(downloads.createdAt, new Date(now.getTime() - EXPECTED_FOR))),
      ),
    )
}

/** Stores the progress of downloads that have not ended meanwhile. */
async function saveProgress(
  { tables: { downloads } }: Database,
  within: Transaction,
  progress: readonly Progress[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < progress.length; start += CHUNK) {
    const rows = progress
      .slice(start, start + CHUNK)
      .map(({ grabId, state, percent, speed, secondsLeft }) => {
        const numbers = [percent, speed, secondsLeft].map((number) => sql`cast(${number} as integer)`)
        return sql`(${grabId}, ${state}, ${sql.join(numbers, sql`, `)})`
      })
    // Both databases name the columns of a VALUES list this way.
    await within
      .update(downloads)
      .set({
        state: sql`news.column2`,
        percent: sql`news.column3`,
        speed: sql`news.column4`,
        secondsLeft: sql`news.column5`,
        changedAt: now,
      })
      .from(sql`(values ${sql.join(rows, sql`, `)}) as news`)
      .where(and(sql`${downloads.grabId} = news.column1`, notInArray(downloads.state, ENDED)))
  }
}

/** Changes a download unless it has ended meanwhile. */
async function change(
  { tables: { downloads } }: Database,
  within: Transaction,
  grabId: string,
  change: DownloadChange,
  now: Date,
): Promise<void> {
  await within
    .update(downloads)
    .set({ ...change, changedAt: now })
    .where(and(eq(downloads.grabId, grabId), notInArray(downloads.state, ENDED)))
}

/** @returns false if it had ended before. */
async function end(
  { tables: { downloads } }: Database,
  within: Transaction,
  grabId: string,
  outcome: { state: 'completed' | 'failed' | 'gone'; cause: Cause | null; removeAt?: Date | null },
  now: Date,
): Promise<boolean> {
  const percent = outcome.state === 'completed' ? { percent: 100 } : {}
  const ended = await within
    .update(downloads)
    .set({ ...outcome, ...percent, speed: null, secondsLeft: null, changedAt: now })
    .where(and(eq(downloads.grabId, grabId), notInArray(downloads.state, ENDED)))
    .returning({ grabId: downloads.grabId })
  return ended.length > 0
}

/** Actions by which a person has a book searched for or grabbed. */
const WANTED_AGAIN: TimelineKind[] = [
  'requested',
  'approved',
  'retried',
  'reverted',
  'failed',
  'grab_started',
]

/**
 * How many releases of a book have failed in the download client since a person last acted on it. What lies ahead was
 * stored while the clock was wrong: neither such an act nor such a failure counts.
 */
async function countFailed(
  { tables: { downloads, timeline } }: Database,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<number> {
  const latest = new Date(now.getTime() + CLOCK_SKEW)
  const isAct = and(inArray(timeline.kind, WANTED_AGAIN), isNotNull(timeline.actor), lte(timeline.at, latest))
  const [last] = await within
    .select({ at: max(timeline.at) })
    .from(timeline)
    .where(and(eq(timeline.asin, asin), isAct))
  const isSince = last?.at ? gte(downloads.changedAt, last.at) : undefined
  const isFailure = and(eq(downloads.state, 'failed'), lte(downloads.changedAt, latest), isSince)
  return within.$count(downloads, and(eq(downloads.asin, asin), isFailure))
}

/** Books whose download has completed but that are not available yet, oldest first. */
async function listComplete({
  read,
  tables: { downloads, fulfilments },
}: Database): Promise<{ asin: string; completedAt: Date }[]> {
  return read
    .select({ asin: downloads.asin, completedAt: downloads.changedAt })
    .from(downloads)
    .innerJoin(fulfilments, and(eq(fulfilments.asin, downloads.asin), inArray(fulfilments.state, SENT)))
    .where(and(eq(downloads.state, 'completed'), eq(downloads.current, true)))
    .orderBy(downloads.changedAt)
}
