import type { Cause } from '#contract/cause'
import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { StoredRelease } from '#server/db/stored-release'

export type GrabState = 'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'postponed' | 'reverted'

/** A stored grab of one release. */
export interface Grab {
  id: string
  asin: string
  guid: string
  indexerId: number
  title: string
  facts: StoredRelease
  searchId: string | null
  state: GrabState
  actor: string | null
  /** Why it failed. */
  cause: Cause | null
  createdAt: Date
}

/** States of a grab that may be in progress. */
const UNDER_WAY: GrabState[] = ['sending', 'unconfirmed']
/** States in which a grab may still turn out to have arrived. */
const LATE: GrabState[] = [...UNDER_WAY, 'rejected', 'postponed']

export type GrabsRepository = ReturnType<typeof createGrabsRepository>

/** Stores every grab of a release, before it is sent and with its outcome. */
export function createGrabsRepository({ database }: { database: Database }) {
  return bind(database, { begin, settle, takeBack, findUnderWay, findActive, list })
}

const columnsOf = ({ tables }: Database) => {
  const { updatedAt: _, ...columns } = getTableColumns(tables.grabs)
  return columns
}

/**
 * Records that a release is about to be sent.
 * @returns null if it was sent already, or another grab of the book is in progress.
 */
async function begin(
  database: Database,
  within: Transaction,
  wanted: { asin: string; facts: StoredRelease; searchId: string | null; actor: string | null },
  now: Date,
): Promise<Grab | null> {
  const { grabs } = database.tables
  const { asin, facts, searchId, actor } = wanted
  const [grab] = await within
    .insert(grabs)
    .values({
      id: crypto.randomUUID(),
      asin,
      guid: facts.guid,
      indexerId: facts.indexer_id,
      title: facts.title,
      facts,
      searchId,
      actor,
      state: 'sending',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning(columnsOf(database))
  return grab ?? null
}

/**
 * Stores the outcome of a grab. An arrival counts even if the grab was recorded as refused.
 * @returns false if the outcome was already known from elsewhere.
 */
async function settle(
  database: Database,
  within: Transaction,
  id: string,
  outcome: { state: GrabState; cause: Cause | null },
  now: Date,
): Promise<boolean> {
  const { grabs } = database.tables
  const settled = await within
    .update(grabs)
    .set({ ...outcome, updatedAt: now })
    .where(and(eq(grabs.id, id), inArray(grabs.state, outcome.state === 'grabbed' ? LATE : UNDER_WAY)))
    .returning({ id: grabs.id })
  return settled.length > 0
}

/**
 * Takes back the grabs of a book, so that their releases can be grabbed again by hand, or the one whose download failed.
 */
async function takeBack(
  database: Database,
  within: Transaction,
  which: { asin: string } | { id: string },
  cause: Cause | null,
  now: Date,
): Promise<void> {
  const { grabs } = database.tables
  const isMeant = 'id' in which ? eq(grabs.id, which.id) : eq(grabs.asin, which.asin)
  await within
    .update(grabs)
    .set({ state: 'reverted', cause, updatedAt: now })
    .where(and(isMeant, eq(grabs.state, 'grabbed')))
}

/** The one grab of a book whose outcome is unknown. */
async function findUnderWay(
  database: Database,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<Grab | null> {
  const { grabs } = database.tables
  const [grab] = await within
    .select(columnsOf(database))
    .from(grabs)
    .where(and(eq(grabs.asin, asin), inArray(grabs.state, UNDER_WAY)))
  return grab ?? null
}

/** The grab of the same release that is in progress or has arrived; there is at most one. */
async function findActive(
  database: Database,
  within: Transaction,
  { asin, indexerId, guid }: Grab,
): Promise<Grab | null> {
  const { grabs } = database.tables
  const [grab] = await within
    .select(columnsOf(database))
    .from(grabs)
    .where(
      and(
        eq(grabs.asin, asin),
        eq(grabs.indexerId, indexerId),
        eq(grabs.guid, guid),
        inArray(grabs.state, [...UNDER_WAY, 'grabbed']),
      ),
    )
  return grab ?? null
}

/** All grabs of a book, newest first. */
async function list(
  database: Database,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<Grab[]> {
  const { grabs } = database.tables
  return within
    .select(columnsOf(database))
    .from(grabs)
    .where(eq(grabs.asin, asin))
    .orderBy(desc(grabs.createdAt))
}
