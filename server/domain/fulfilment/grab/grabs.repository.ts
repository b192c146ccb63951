import type { Cause } from '#contract/cause'
import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { StoredRelease } from '#server/db/stored-release'

export type GrabState = 'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'reverted'

/** The grab of one release as it is stored. */
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
  /** Why it came to nothing. */
  cause: Cause | null
  createdAt: Date
}

/** States in which it may be on its way. */
const UNDER_WAY: GrabState[] = ['sending', 'unconfirmed']
/** States in which it may turn out to have arrived. */
const LATE: GrabState[] = [...UNDER_WAY, 'rejected']

export type GrabsRepository = ReturnType<typeof createGrabsRepository>

/** Stores every grab of a release: before it is sent, and its outcome. */
export function createGrabsRepository({ database }: { database: Database }) {
  return bind(database, {
    begin,
    settle,
    takeBack,
    takeBackOne,
    findUnderWay,
    findStanding,
    list,
  })
}

const columnsOf = ({ tables }: Database) => {
  const { updatedAt: _, ...columns } = getTableColumns(tables.grabs)
  return columns
}

/**
 * Writes down that a release is about to be sent.
 * @returns null when it was sent already, or another one of the book is on its way.
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
 * Writes down its outcome. That it arrived counts also when it was taken for refused before.
 * @returns false when that was found out already, in another way.
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

/** Takes back what was grabbed: it may be grabbed again, by hand. */
async function takeBack(
  database: Database,
  within: Transaction,
  asin: string,
  cause: Cause | null,
  now: Date,
): Promise<void> {
  const { grabs } = database.tables
  await within
    .update(grabs)
    .set({ state: 'reverted', cause, updatedAt: now })
    .where(and(eq(grabs.asin, asin), eq(grabs.state, 'grabbed')))
}

/** Takes back one of those that were grabbed: its download came to nothing. */
async function takeBackOne(
  database: Database,
  within: Transaction,
  id: string,
  cause: Cause,
  now: Date,
): Promise<void> {
  const { grabs } = database.tables
  await within
    .update(grabs)
    .set({ state: 'reverted', cause, updatedAt: now })
    .where(and(eq(grabs.id, id), eq(grabs.state, 'grabbed')))
}

/** The one grab of a book whose outcome is not known. */
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

/**
 * The grab of the same release that counts: the one that is under way or has arrived, of which there is one at most.
 */
async function findStanding(
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

/** Every grab of a book, the newest first. */
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
