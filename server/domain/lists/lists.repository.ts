import { and, asc, count, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { EntryState, ListDto } from '#contract/lists'
import type { Database, Transaction } from '#server/db/database'
import { rowsFrom, textValue } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { KeptEntry, KeptList, ReadEntry } from './lists.types'

/** Lists deleted per transaction of the cleanup. */
const REMOVED_AT_ONCE = 20

/** Selects entries of a list. */
interface EntryFilter {
  state?: EntryState | undefined
  /** Only those whose request failed. */
  refused: boolean
}

/** Identifies a person's own list; other people's are never found. */
interface Own {
  id: string
  userId: string
}

export type ListsRepository = ReturnType<typeof createListsRepository>

/** Stores people's lists. */
export function createListsRepository({ database }: { database: Database }) {
  return bind(database, {
    insert,
    countOf,
    list,
    find,
    counts,
    listEntries,
    findEntry,
    changeEntry,
    select,
    begin,
    remove,
    removeOld,
  })
}

const columnsOf = ({ tables: { lists } }: Database) => ({
  id: lists.id,
  name: lists.name,
  source: lists.source,
  region: lists.region,
  nextAttemptAt: lists.nextAttemptAt,
  pause: lists.pause,
  createdAt: lists.createdAt,
  updatedAt: lists.updatedAt,
})

const ownedBy = ({ tables: { lists } }: Database, { id, userId }: Own) =>
  and(eq(lists.id, id), eq(lists.userId, userId))

/** Stores a list with its entries in order, all of them waiting to be matched. */
async function insert(
  database: Database,
  within: Transaction,
  list: Omit<KeptList, 'nextAttemptAt' | 'pause' | 'updatedAt'> & { userId: string },
  entries: readonly ReadEntry[],
): Promise<void> {
  const { lists, listEntries: table } = database.tables
  const at = list.createdAt
  await within.insert(lists).values({ ...list, open: true, turnAt: at, updatedAt: at })
  const rows = entries.map((entry, index) => ({ ...entry, number: index + 1 }))
  const nothing = sql`null`
  await within.insert(table).select(
    rowsFrom(database, rows, [
      textValue(database, list.id),
      sql`cast(value->>'number' as integer)`,
      sql`value->>'title'`,
      sql`value->>'author'`,
      sql`value->>'identifier'`,
      textValue(database, 'waiting'),
      sql`false`,
      sql`false`,
      nothing,
      // PostgreSQL treats an untyped parameter as text, not JSON.
      sql`value->'nothing'`,
      sql`value->'nothing'`,
    ]),
  )
}

/** How many lists a person has. */
async function countOf(
  { tables: { lists } }: Database,
  within: Transaction,
  userId: string,
): Promise<number> {
  return within.$count(lists, eq(lists.userId, userId))
}

/** A person's lists, newest first. */
async function list(database: Database, userId: string): Promise<KeptList[]> {
  const { lists } = database.tables
  return database.read
    .select(columnsOf(database))
    .from(lists)
    .where(eq(lists.userId, userId))
    .orderBy(desc(lists.createdAt), desc(lists.id))
}

async function find(database: Database, own: Own): Promise<KeptList | undefined> {
  const { lists } = database.tables
  const [found] = await database.read.select(columnsOf(database)).from(lists).where(ownedBy(database, own))
  return found
}

/**
 * The number of entries by state for each of a person's lists, by id.
 * @param id a single list; all if omitted.
 */
async function counts(
  { read, tables: { lists, listEntries: entries } }: Database,
  { userId, id }: { userId: string; id?: string },
): Promise<Map<string, ListDto['counts']>> {
  const those = (condition: unknown) => sql`sum(case when ${condition} then 1 else 0 end)`.mapWith(Number)
  const rows = await read
    .select({
      listId: entries.listId,
      state: entries.state,
      number: count(),
      selected: those(entries.selected),
      requesting: those(entries.requesting),
      refused: those(isNotNull(entries.refusal)),
    })
    .from(entries)
    .innerJoin(lists, eq(lists.id, entries.listId))
    .where(and(eq(lists.userId, userId), id === undefined ? undefined : eq(lists.id, id)))
    .groupBy(entries.listId, entries.state)
  const counted = new Map<string, ListDto['counts']>()
  for (const { listId, state, number, ...others } of rows) {
    const of = counted.get(listId) ?? noneCounted()
    of.total += number
    of.by_state[state] = number
    of.selected += others.selected
    of.requesting += others.requesting
    of.refused += others.refused
    counted.set(listId, of)
  }
  return counted
}

const noneCounted = (): ListDto['counts'] => ({
  total: 0,
  by_state: { waiting: 0, sure: 0, check: 0, nothing: 0, in_library: 0, requested: 0 },
  selected: 0,
  requesting: 0,
  refused: 0,
})

const entryColumns = ({ tables: { listEntries: entries } }: Database) => {
  const { number, title, author, identifier, state, selected, requesting, asin, candidates, refusal } =
    entries
  return { number, title, author, identifier, state, selected, requesting, asin, candidates, refusal }
}

/** A page of a list's entries in order, and the total number. */
async function listEntries(
  database: Database,
  listId: string,
  { state, refused, limit, offset }: EntryFilter & { limit: number; offset: number },
): Promise<{ entries: KeptEntry[]; total: number }> {
  const { listEntries: entries } = database.tables
  const chosen = and(
    eq(entries.listId, listId),
    state === undefined ? undefined : eq(entries.state, state),
    refused ? isNotNull(entries.refusal) : undefined,
  )
  const [rows, total] = await Promise.all([
    database.read
      .select(entryColumns(database))
      .from(entries)
      .where(chosen)
      .orderBy(asc(entries.number))
      .limit(limit)
      .offset(offset),
    database.read.$count(entries, chosen),
  ])
  return { entries: rows, total }
}

async function findEntry(database: Database, listId: string, number: number): Promise<KeptEntry | undefined> {
  const { listEntries: entries } = database.tables
  const [found] = await database.read
    .select(entryColumns(database))
    .from(entries)
    .where(and(eq(entries.listId, listId), eq(entries.number, number)))
  return found
}

/**
 * Changes an entry that has a book and is not being requested.
 * @returns false if the entry is not in that state any more.
 */
async function changeEntry(
  database: Database,
  listId: string,
  number: number,
  { now, ...changes }: Partial<Pick<KeptEntry, 'asin' | 'state' | 'selected'>> & { now: Date },
): Promise<boolean> {
  const { listEntries: entries } = database.tables
  return database.write(async (within) => {
    await touch(database, within, listId, now)
    const changed = await within
      .update(entries)
      .set({ ...changes, refusal: null })
      .where(
        and(
          eq(entries.listId, listId),
          eq(entries.number, number),
          isNotNull(entries.asin),
          eq(entries.requesting, false),
        ),
      )
      .returning({ number: entries.number })
    return changed.length > 0
  })
}

async function touch({ tables: { lists } }: Database, within: Transaction, id: string, now: Date) {
  await within.update(lists).set({ updatedAt: now }).where(eq(lists.id, id))
}

/** Selects all entries in a state, or deselects all entries. */
async function select(
  database: Database,
  listId: string,
  { state, selected, now }: { state: EntryState; selected: boolean; now: Date },
): Promise<void> {
  const { listEntries: entries } = database.tables
  await database.write(async (within) => {
    await touch(database, within, listId, now)
    await within
      .update(entries)
      .set({ selected })
      .where(and(eq(entries.listId, listId), eq(entries.state, state), eq(entries.requesting, false)))
  })
}

/**
 * Starts requesting the selected entries. Locks the list first, because a worker reads the entries after
 * locking it.
 */
async function begin({ write, tables }: Database, listId: string, now: Date): Promise<void> {
  const { lists, listEntries: entries } = tables
  await write(async (within) => {
    await within
      .update(lists)
      .set({ open: true, updatedAt: now, nextAttemptAt: null, pause: null, failures: 0 })
      .where(eq(lists.id, listId))
    await within
      .update(entries)
      .set({ requesting: true, refusal: null })
      .where(and(eq(entries.listId, listId), eq(entries.selected, true), isNotNull(entries.asin)))
  })
}

/** @returns false if there is no such list. */
async function remove(database: Database, own: Own): Promise<boolean> {
  const { lists } = database.tables
  const removed = await database.write((within) =>
    within.delete(lists).where(ownedBy(database, own)).returning({ id: lists.id }),
  )
  return removed.length > 0
}

/** Deletes a few lists that no one has changed since the given time. @returns how many. */
async function removeOld({ write, tables: { lists } }: Database, before: Date): Promise<number> {
  return write(async (within) => {
    const old = within
      .select({ id: lists.id })
      .from(lists)
      .where(lt(lists.updatedAt, before))
      .limit(REMOVED_AT_ONCE)
    const removed = await within
      .delete(lists)
      .where(sql`${lists.id} in (${old.getSQL()})`)
      .returning({ id: lists.id })
    return removed.length
  })
}
