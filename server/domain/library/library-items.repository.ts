import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, like, lt, min, ne, notInArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { StoredLibraryItem } from '#server/db/stored-library-item'
import { bind } from '#server/domain/bind'
import type { KeptItem } from './library.types'

/** Items in one transaction: others who write wait for that long. */
const CHUNK = 50
/** Keys in one statement that both databases take without complaint. */
const MANY = 5000
/** Items that are looked at for one answer: beyond everything that titles of real libraries have in common. */
const MOST_FOUND = 5000

/** An item as a walk brings it. */
export interface WalkedItem {
  id: string
  facts: StoredLibraryItem
  keys: readonly string[]
}

export type LibraryItemsRepository = ReturnType<typeof createLibraryItemsRepository>

interface Context {
  database: Database
  /** Lets waiting requests have their turn. */
  yieldNow: () => Promise<void>
}

/** Stores what media servers have. */
export function createLibraryItemsRepository(context: Context) {
  return bind(context, { save, removeUnseen, removeAllBut, isEmpty, findByKeys, find, search })
}

/**
 * Stores items that were seen, those alone that differ from what is stored.
 * @returns how many did.
 * @param seen.walk null where one page was looked at outside of a walk: then items keep the walk that saw them last.
 */
async function save(
  { database, yieldNow }: Context,
  seen: { connectionId: string; walk: string | null; items: readonly WalkedItem[]; now: Date },
): Promise<number> {
  let changed = 0
  const items = [...new Map(seen.items.map((item) => [item.id, item])).values()]
  for (let start = 0; start < items.length; start += CHUNK) {
    await yieldNow()
    changed += await database.write((within) =>
      saveChunk(database, within, { ...seen, items: items.slice(start, start + CHUNK) }),
    )
  }
  return changed
}

async function saveChunk(
  { tables }: Database,
  within: Transaction,
  {
    connectionId,
    walk,
    items,
    now,
  }: { connectionId: string; walk: string | null; items: readonly WalkedItem[]; now: Date },
): Promise<number> {
  const { libraryItems, libraryKeys } = tables
  const ids = items.map(({ id }) => id)
  const rows = await within
    .select({ id: libraryItems.id, facts: libraryItems.facts })
    .from(libraryItems)
    .where(inArray(libraryItems.id, ids))
  const stored = new Map(rows.map(({ id, facts }) => [id, facts]))
  const changed = items.filter(({ id, facts }) => !isDeepStrictEqual(stored.get(id), facts))
  const changedIds = new Set(changed.map(({ id }) => id))
  const same = ids.filter((id) => !changedIds.has(id))
  if (walk !== null && same.length > 0) {
    await within.update(libraryItems).set({ walk }).where(inArray(libraryItems.id, same))
  }
  if (changed.length === 0) return 0
  await within
    .insert(libraryItems)
    .values(changed.map(({ id, facts }) => ({ id, connectionId, facts, walk: walk ?? '', firstSeenAt: now })))
    .onConflictDoUpdate({
      target: libraryItems.id,
      set: { facts: sql`excluded.facts`, ...(walk === null ? {} : { walk }) },
    })
  const known = [...changedIds].filter((id) => stored.has(id))
  if (known.length > 0) await within.delete(libraryKeys).where(inArray(libraryKeys.itemId, known))
  const keys = changed.flatMap(({ id, keys: own }) => [...new Set(own)].map((key) => ({ key, itemId: id })))
  if (keys.length > 0) await within.insert(libraryKeys).values(keys)
  return changed.length
}

/**
 * Removes what a complete walk has not seen, but what was added since it began.
 * @returns how many were removed.
 */
async function removeUnseen(
  { database, yieldNow }: Context,
  { connectionId, walk, began }: { connectionId: string; walk: string; began: Date },
): Promise<number> {
  const { libraryItems } = database.tables
  const unseen = and(
    eq(libraryItems.connectionId, connectionId),
    ne(libraryItems.walk, walk),
    lt(libraryItems.firstSeenAt, began),
  )
  let removed = 0
  for (;;) {
    await yieldNow()
    const rows = await database.read
      .select({ id: libraryItems.id })
      .from(libraryItems)
      .where(unseen)
      .limit(CHUNK)
    if (rows.length === 0) return removed
    const ids = rows.map(({ id }) => id)
    await database.write((within) =>
      within.delete(libraryItems).where(and(inArray(libraryItems.id, ids), unseen)),
    )
    removed += rows.length
  }
}

/** Removes what connections had that are there no more, or switched off. */
async function removeAllBut(
  { database, yieldNow }: Context,
  connectionIds: readonly string[],
): Promise<void> {
  const { libraryItems, libraryWalks } = database.tables
  const gone =
    connectionIds.length === 0 ? undefined : notInArray(libraryItems.connectionId, [...connectionIds])
  for (;;) {
    await yieldNow()
    const rows = await database.read
      .select({ id: libraryItems.id })
      .from(libraryItems)
      .where(gone)
      .limit(CHUNK)
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    await database.write((within) => within.delete(libraryItems).where(inArray(libraryItems.id, ids)))
  }
  const walksGone =
    connectionIds.length === 0 ? undefined : notInArray(libraryWalks.connectionId, [...connectionIds])
  const walks = await database.read.select().from(libraryWalks).where(walksGone).limit(1)
  if (walks.length > 0) await database.write((within) => within.delete(libraryWalks).where(walksGone))
}

async function isEmpty({ database }: Context): Promise<boolean> {
  const { libraryItems } = database.tables
  const rows = await database.read.select({ id: libraryItems.id }).from(libraryItems).limit(1)
  return rows.length === 0
}

const columnsOf = ({ tables: { libraryItems } }: Database) => ({
  id: libraryItems.id,
  facts: libraryItems.facts,
  firstSeenAt: libraryItems.firstSeenAt,
})

/** The items that have one of the keys, with it; one query for all books of an answer. */
async function findByKeys(
  { database }: Context,
  keys: readonly string[],
): Promise<(KeptItem & { key: string })[]> {
  const { libraryItems, libraryKeys } = database.tables
  if (keys.length === 0) return []
  return database.read
    .select({ key: libraryKeys.key, ...columnsOf(database) })
    .from(libraryKeys)
    .innerJoin(libraryItems, eq(libraryItems.id, libraryKeys.itemId))
    .where(inArray(libraryKeys.key, keys.slice(0, MANY)))
    .orderBy(asc(libraryKeys.key), asc(libraryItems.id))
    .limit(MOST_FOUND)
}

async function find({ database }: Pick<Context, 'database'>, ids: readonly string[]): Promise<KeptItem[]> {
  const { libraryItems } = database.tables
  if (ids.length === 0) return []
  return database.read
    .select(columnsOf(database))
    .from(libraryItems)
    .where(inArray(libraryItems.id, ids.slice(0, MANY)))
}

/**
 * The items with a way to write their title that has all of the words, in any order; by title.
 * @param words as they stand in keys: letters and numbers alone, no signs that a pattern knows.
 */
async function search({ database }: Context, words: readonly string[], limit: number): Promise<KeptItem[]> {
  const { libraryKeys } = database.tables
  const { itemId, key } = libraryKeys
  const rows = await database.read
    .select({ itemId, key: min(key) })
    .from(libraryKeys)
    .where(and(...words.map((word) => like(key, `whole:%${word}%`))))
    .groupBy(itemId)
    .orderBy(asc(min(key)), asc(itemId))
    .limit(limit)
  const ids = rows.map((row) => row.itemId)
  const found = await find({ database }, ids)
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
