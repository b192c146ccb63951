import { yieldNow } from '#server/async/yield'
import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, like, lte, min, notInArray, sql, type SQL } from 'drizzle-orm'
import { contains } from '#server/db/contains'
import type { Database, Transaction } from '#server/db/database'
import type { StoredLibraryItem } from '#server/db/stored-library-item'
import { isOneOf, rowsFrom, textValue, timeFrom, timeValue } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { Correction, KeptItem } from './library.types'

/** Items per transaction; other writers wait while it runs. */
const CHUNK = 100
/** Maximum items examined per query: more than share a title in any real library. */
const MAX_FOUND = 5000
/** Maximum items per key. A key that more items share says nothing. */
const MAX_PER_KEY = 500

/** An item as read by a walk. */
export interface WalkedItem {
  id: string
  facts: StoredLibraryItem
  /** When the media server added it; null if unknown, in which case the time it was first seen counts. */
  addedAt: Date | null
}

/** Computes an item's lookup keys, and may yield to waiting requests. */
type KeysOf = (facts: StoredLibraryItem) => Promise<readonly string[]>

interface StoredItem extends WalkedItem {
  isNew: boolean
  keys: readonly string[]
}

export type LibraryItemsRepository = ReturnType<typeof createLibraryItemsRepository>

interface Context {
  database: Database
}

/** Stores the contents of media servers. */
export function createLibraryItemsRepository(context: Context) {
  return bind(context, { save, isEmpty, findByKeys, find, newest, findCorrected, search })
}

/**
 * Stores the given items, but only those that differ from the stored ones or were absent.
 * @param seen.keysOf computes lookup keys.
 * @returns how many items were stored.
 */
async function save(
  { database }: Context,
  seen: { connectionId: string; items: readonly WalkedItem[]; keysOf: KeysOf; now: Date },
): Promise<number> {
  const items = [...new Map(seen.items.map((item) => [item.id, item])).values()]
  const changed = await changedAmong(database, items)
  for (let start = 0; start < changed.length; start += CHUNK) {
    const rows: StoredItem[] = []
    for (const { item, isNew } of changed.slice(start, start + CHUNK)) {
      rows.push({ ...item, isNew, keys: await seen.keysOf(item.facts) })
    }
    await yieldNow()
    await database.write((within) => put(database, within, rows, seen))
  }
  return changed.length
}

async function changedAmong(
  database: Database,
  items: readonly WalkedItem[],
): Promise<{ item: WalkedItem; isNew: boolean }[]> {
  const { libraryItems } = database.tables
  const ids = items.map(({ id }) => id)
  const rows = await database.read
    .select({
      id: libraryItems.id,
      facts: libraryItems.facts,
      addedAt: libraryItems.addedAt,
      isPresent: isPresent(database).mapWith(Boolean),
    })
    .from(libraryItems)
    .where(isOneOf(database, libraryItems.id, ids))
  const stored = new Map(rows.map((row) => [row.id, row]))
  return items.flatMap((item) => {
    const known = stored.get(item.id)
    return known?.isPresent === true && isSame(known, item) ? [] : [{ item, isNew: known === undefined }]
  })
}

function isSame(known: Pick<WalkedItem, 'facts' | 'addedAt'>, { facts, addedAt }: WalkedItem): boolean {
  return (
    isDeepStrictEqual(known.facts, facts) &&
    (addedAt === null || known.addedAt?.getTime() === addedAt.getTime())
  )
}

async function put(
  database: Database,
  within: Transaction,
  items: readonly StoredItem[],
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<void> {
  const { libraryItems, libraryKeys } = database.tables
  const columns = [
    sql`value->>'id'`,
    textValue(database, connectionId),
    sql`value->'facts'`,
    timeValue(database, now),
    timeValue(database, null),
    timeValue(database, null),
    timeFrom(database, sql`value->>'addedAt'`),
  ]
  const rows = items.map(({ id, facts, addedAt }) => ({ id, facts, addedAt: (addedAt ?? now).getTime() }))
  await within
    .insert(libraryItems)
    .select(rowsFrom(database, rows, columns))
    .onConflictDoUpdate({
      target: libraryItems.id,
      set: {
        facts: sql`excluded.facts`,
        addedAt: sql`excluded.added_at`,
        returnedAt: sql`case when ${libraryItems.leftAt} is null then null else coalesce(${libraryItems.returnedAt}, ${timeValue(database, now)}) end`,
      },
    })
  const known = items.flatMap(({ id, isNew }) => (isNew ? [] : [id]))
  if (known.length > 0) await within.delete(libraryKeys).where(isOneOf(database, libraryKeys.itemId, known))
  const keys = items.flatMap(({ id, keys: own }) => own.map((key) => ({ key, id })))
  await within
    .insert(libraryKeys)
    .select(rowsFrom(database, keys, [sql`value->>'key'`, sql`value->>'id'`]))
    .onConflictDoNothing()
}

/** The item was seen by the last walk that could have seen it. */
export function isPresent({ tables: { libraryItems } }: Database): SQL {
  return sql`(${libraryItems.leftAt} is null or ${libraryItems.returnedAt} is not null)`
}

/** The item is present, and its connection is enabled. */
function isAvailable(database: Database): SQL | undefined {
  const { read, tables } = database
  const { libraryItems, libraryWalks } = tables
  const off = read
    .select({ connectionId: libraryWalks.connectionId })
    .from(libraryWalks)
    .where(eq(libraryWalks.off, true))
  return and(notInArray(libraryItems.connectionId, off), isPresent(database))
}

async function isEmpty({ database }: Context): Promise<boolean> {
  const { libraryItems } = database.tables
  const rows = await database.read
    .select({ id: libraryItems.id })
    .from(libraryItems)
    .where(isAvailable(database))
    .limit(1)
  return rows.length === 0
}

const columnsOf = ({ tables: { libraryItems } }: Database) => ({
  id: libraryItems.id,
  connectionId: libraryItems.connectionId,
  facts: libraryItems.facts,
  firstSeenAt: libraryItems.firstSeenAt,
  leftAt: libraryItems.leftAt,
  returnedAt: libraryItems.returnedAt,
})

/**
 * The items that have one of the keys, each with the key, in one query for all books. If many items share a
 * key, the first ones by id are returned, and every key gets its share. An identifier is a separate key, so a
 * common title cannot crowd it out.
 */
async function findByKeys(
  { database }: Context,
  keys: readonly string[],
): Promise<(KeptItem & { key: string })[]> {
  const { libraryItems, libraryKeys } = database.tables
  if (keys.length === 0) return []
  const { key, itemId } = libraryKeys
  const placed = database.read
    .select({
      key,
      itemId,
      place: sql<number>`row_number() over (partition by ${key} order by ${itemId})`.as('place'),
    })
    .from(libraryKeys)
    .innerJoin(libraryItems, eq(libraryItems.id, itemId))
    .where(and(isOneOf(database, key, keys), isAvailable(database)))
    .as('placed')
  return database.read
    .select({ key: placed.key, ...columnsOf(database) })
    .from(placed)
    .innerJoin(libraryItems, eq(libraryItems.id, placed.itemId))
    .where(lte(placed.place, MAX_PER_KEY))
    .orderBy(asc(placed.place), asc(placed.key))
    .limit(MAX_FOUND)
}

async function find({ database }: Pick<Context, 'database'>, ids: readonly string[]): Promise<KeptItem[]> {
  const { libraryItems } = database.tables
  if (ids.length === 0) return []
  return database.read
    .select(columnsOf(database))
    .from(libraryItems)
    .where(and(isOneOf(database, libraryItems.id, ids), isAvailable(database)))
}

/** The latest items of the media servers, newest first. */
async function newest({ database }: Pick<Context, 'database'>, limit: number): Promise<KeptItem[]> {
  const { libraryItems } = database.tables
  return database.read
    .select(columnsOf(database))
    .from(libraryItems)
    .where(isAvailable(database))
    .orderBy(desc(libraryItems.addedAt), desc(libraryItems.id))
    .limit(limit)
}

/** The items with corrections for one of the books, and the corrections. */
async function findCorrected(
  { database }: Context,
  asins: readonly string[],
): Promise<{ correction: Correction; item: KeptItem }[]> {
  const { libraryItems, libraryCorrections } = database.tables
  const { asin, itemId, said } = libraryCorrections
  if (asins.length === 0) return []
  return database.read
    .select({ correction: { asin, itemId, said }, item: columnsOf(database) })
    .from(libraryCorrections)
    .innerJoin(libraryItems, eq(libraryItems.id, itemId))
    .where(and(isOneOf(database, asin, asins), isAvailable(database)))
}

/** Prefix of keys for whole titles. */
const WHOLE = 'whole:'

/**
 * The items that have a title with all of the words, in any order; sorted by title.
 * @param words in the form used in keys.
 */
async function search({ database }: Context, words: readonly string[], limit: number): Promise<KeptItem[]> {
  const { libraryItems, libraryKeys } = database.tables
  const { itemId, key } = libraryKeys
  const title = sql`substr(${key}, ${sql.raw(String(WHOLE.length + 1))})`
  const rows = await database.read
    .select({ itemId, key: min(key) })
    .from(libraryKeys)
    .innerJoin(libraryItems, eq(libraryItems.id, itemId))
    .where(
      and(
        isAvailable(database),
        like(key, `${WHOLE}%`),
        ...words.map((word) => contains(database, title, word)),
      ),
    )
    .groupBy(itemId)
    .orderBy(asc(min(key)), asc(itemId))
    .limit(limit)
  const ids = rows.map((row) => row.itemId)
  const found = await find({ database }, ids)
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
