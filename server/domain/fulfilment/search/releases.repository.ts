import { isDeepStrictEqual } from 'node:util'
import type { Cause } from '#contract/cause'
import { yieldEvery } from '#server/async/yield'
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import { keyOf } from './release-search.rules'
import type { FoundRelease } from './release-search.types'

/** Rows per statement: on SQLite, a statement blocks everything else while it runs. */
const CHUNK = 25
/** Rows per statement that reads rows or changes ranks, which costs about half as much. */
const LIGHT_CHUNK = 50

export type ReleasesRepository = ReturnType<typeof createReleasesRepository>

interface ReleasesContext {
  database: Database
}

/** Stores the releases that searches found, and the blocklist. */
export function createReleasesRepository(context: ReleasesContext) {
  return { compare, ...bind(context, { save, list, listNarrators, find, listBlocked, block, unblock }) }
}

/** What to store of a search's releases. */
export interface ReleaseChanges {
  /** New releases, and those whose description or verdict changed. */
  written: FoundRelease[]
  /** Releases whose rank alone changed. */
  moved: FoundRelease[]
}

/**
 * Compares a search's releases with what was last stored.
 * @param stored the releases of this search saved so far.
 * @param found the same releases, and maybe more.
 */
async function compare(
  stored: readonly FoundRelease[],
  found: readonly FoundRelease[],
): Promise<ReleaseChanges> {
  const before = new Map(stored.map((release) => [keyOfFound(release), release]))
  const changes: ReleaseChanges = { written: [], moved: [] }
  const yieldIfDue = yieldEvery()
  for (const release of found) {
    await yieldIfDue()
    const former = before.get(keyOfFound(release))
    if (!former || !isSame(former, release)) changes.written.push(release)
    else if (former.rank !== release.rank) changes.moved.push(release)
  }
  return changes
}

/** Stores the changes to a search's releases. Waiting requests run between statements. */
async function save(
  { database }: ReleasesContext,
  within: Transaction,
  searchId: string,
  { written, moved }: ReleaseChanges,
): Promise<void> {
  const { releases } = database.tables
  for (let start = 0; start < written.length; start += CHUNK) {
    const rows = written.slice(start, start + CHUNK).map(({ rank, facts, metadata, verdict }) => {
      return { searchId, rank, guid: facts.guid, indexerId: facts.indexer_id, facts, metadata, verdict }
    })
    await within
      .insert(releases)
      .values(rows)
      .onConflictDoUpdate({
        target: [releases.searchId, releases.indexerId, releases.guid],
        set: {
          rank: sql`excluded.rank`,
          facts: sql`excluded.facts`,
          metadata: sql`excluded.metadata`,
          verdict: sql`excluded.verdict`,
        },
      })
  }
  for (let start = 0; start < moved.length; start += LIGHT_CHUNK) {
    await move(database, within, searchId, moved.slice(start, start + LIGHT_CHUNK))
  }
}

/** Changes the rank of stored releases. */
async function move(
  { tables: { releases } }: Database,
  within: Transaction,
  searchId: string,
  moved: readonly FoundRelease[],
): Promise<void> {
  const cases: SQL[] = []
  const keys: SQL[] = []
  for (const { rank, facts } of moved) {
    const isIt = and(eq(releases.indexerId, facts.indexer_id), eq(releases.guid, facts.guid))
    cases.push(sql`when ${isIt} then cast(${rank} as integer)`)
    keys.push(sql`(cast(${facts.indexer_id} as integer), ${facts.guid})`)
  }
  await within
    .update(releases)
    .set({ rank: sql`case ${sql.join(cases, sql` `)} else ${releases.rank} end` })
    .where(
      and(
        eq(releases.searchId, searchId),
        sql`(${releases.indexerId}, ${releases.guid}) in (values ${sql.join(keys, sql`, `)})`,
      ),
    )
}

const keyOfFound = ({ facts }: FoundRelease): string => keyOf(facts.guid, facts.indexer_id)

const isSame = (one: FoundRelease, other: FoundRelease): boolean =>
  one.facts === other.facts && isDeepStrictEqual(one.verdict, other.verdict)

/** The releases of a search, best first. Reads thousands of rows in batches. */
async function list({ database }: ReleasesContext, searchId: string): Promise<FoundRelease[]> {
  const { releases } = database.tables
  const { rank, facts, metadata, verdict } = releases
  const listed: FoundRelease[] = []
  const yieldIfDue = yieldEvery()
  for (;;) {
    await yieldIfDue()
    const last = listed.at(-1)?.facts
    const rows = await database.read
      .select({ rank, facts, metadata, verdict })
      .from(releases)
      .where(
        and(
          eq(releases.searchId, searchId),
          last && sql`(${releases.indexerId}, ${releases.guid}) > (${last.indexer_id}, ${last.guid})`,
        ),
      )
      .orderBy(asc(releases.indexerId), asc(releases.guid))
      .limit(LIGHT_CHUNK)
    listed.push(...rows)
    if (rows.length < LIGHT_CHUNK) return listed.sort((one, other) => one.rank - other.rank)
  }
}

/** Number of newest searches to read for narrators, and of narrator lists to take from them. */
const NARRATED_SEARCHES = 3
const MAX_NARRATED = 100

/** The narrators that indexers name in a field of their own, from the newest searches of a book. */
async function listNarrators({ database }: ReleasesContext, asin: string): Promise<string[]> {
  const { releases, releaseSearches: searches } = database.tables
  const newest = database.read
    .select({ id: searches.id })
    .from(searches)
    .where(eq(searches.asin, asin))
    .orderBy(desc(searches.startedAt))
    .limit(NARRATED_SEARCHES)
  // Unlike the JSON functions, these operators and their results are the same in both dialects.
  const names = sql<string>`${releases.facts} -> 'metadata' ->> 'narrators'`
  const rows = await database.read
    .selectDistinct({ names })
    .from(releases)
    .where(and(inArray(releases.searchId, newest), sql`${names} <> '[]'`))
    .limit(MAX_NARRATED)
  return rows.flatMap((row) => namesSchema.parse(JSON.parse(row.names)))
}

const namesSchema = z.array(z.string())

/** A release of a book, from the newest search that found it; null if none did. */
async function find(
  { database }: ReleasesContext,
  asin: string,
  { guid, indexerId }: ReleaseIdentity,
): Promise<(Pick<FoundRelease, 'facts' | 'verdict'> & { searchId: string }) | null> {
  const { releases, releaseSearches: searches } = database.tables
  const [row] = await database.read
    .select({ facts: releases.facts, verdict: releases.verdict, searchId: releases.searchId })
    .from(releases)
    .innerJoin(searches, eq(searches.id, releases.searchId))
    .where(and(eq(searches.asin, asin), eq(releases.indexerId, indexerId), eq(releases.guid, guid)))
    .orderBy(desc(searches.startedAt))
    .limit(1)
  return row ?? null
}

async function listBlocked(
  { database }: ReleasesContext,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<ReleaseIdentity[]> {
  const { blockedReleases: blocked } = database.tables
  return within
    .select({ guid: blocked.guid, indexerId: blocked.indexerId })
    .from(blocked)
    .where(eq(blocked.asin, asin))
}

/**
 * @param release.actor null for the server itself, which then gives the reason.
 * @returns false if it was blocked already.
 */
async function block(
  { database }: ReleasesContext,
  within: Transaction,
  release: ReleaseIdentity & {
    asin: string
    title: string
    actor: string | null
    cause?: Cause
    at: Date
  },
): Promise<boolean> {
  const { blockedReleases: blocked } = database.tables
  const row = { ...release, actor: release.actor ?? '' }
  const inserted = within.insert(blocked).values(row).onConflictDoNothing()
  return (await inserted.returning({ guid: blocked.guid })).length > 0
}

/** @returns its title; null if it was not blocked. */
async function unblock(
  { database }: ReleasesContext,
  within: Transaction,
  asin: string,
  { guid, indexerId }: ReleaseIdentity,
): Promise<string | null> {
  const { blockedReleases: blocked } = database.tables
  const [removed] = await within
    .delete(blocked)
    .where(and(eq(blocked.asin, asin), eq(blocked.indexerId, indexerId), eq(blocked.guid, guid)))
    .returning({ title: blocked.title })
  return removed?.title ?? null
}
