import { and, asc, eq, gt, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf } from '#server/db/many'
import { bind } from '#server/domain/bind'
import { isHere } from './library-items.repository'

/** Items in one transaction: others who write wait for that long. */
const CHUNK = 100
/** Ids that are read at once. */
const READ_AT_ONCE = 1000
/** Milliseconds for which an item is remembered that is away. */
const KEPT_AWAY = 90 * 24 * 60 * 60_000

interface Context {
  database: Database
  /** Lets waiting requests have their turn. */
  yieldNow: () => Promise<void>
}

export type LibraryAbsenceRepository = ReturnType<typeof createLibraryAbsenceRepository>

/** Stores what media servers have no more. */
export function createLibraryAbsenceRepository(context: Context) {
  return bind(context, { findUnseen, leave, removeAllBut })
}

/**
 * The items that a complete walk has not seen, but what was added or came back since it began.
 * @param walked.seen the ids of everything that it has.
 * @returns their ids, and how many there were before.
 */
async function findUnseen(
  { database, yieldNow }: Context,
  { connectionId, seen, began }: { connectionId: string; seen: ReadonlySet<string>; began: Date },
): Promise<{ unseen: string[]; before: number }> {
  const { id, connectionId: of, firstSeenAt, returnedAt } = database.tables.libraryItems
  const unseen: string[] = []
  let before = 0
  for (let last: string | null = ''; last !== null;) {
    await yieldNow()
    const rows: { id: string }[] = await database.read
      .select({ id })
      .from(database.tables.libraryItems)
      .where(
        and(
          eq(of, connectionId),
          gt(id, last),
          isHere(database),
          lt(firstSeenAt, began),
          or(isNull(returnedAt), lt(returnedAt, began)),
        ),
      )
      .orderBy(asc(id))
      .limit(READ_AT_ONCE)
    unseen.push(...rows.flatMap((row) => (seen.has(row.id) ? [] : [row.id])))
    before += rows.length
    last = rows.at(-1)?.id ?? null
  }
  return { unseen, before }
}

/**
 * Lets items count for nothing until they are seen again. They are kept for a while, so that what was only away, with
 * its disk, is not taken for new.
 */
async function leave(
  { database, yieldNow }: Context,
  { connectionId, ids, now }: { connectionId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  const { libraryItems } = database.tables
  for (let start = 0; start < ids.length; start += CHUNK) {
    await yieldNow()
    const some = isOneOf(database, libraryItems.id, ids.slice(start, start + CHUNK))
    await database.write((within) =>
      within.update(libraryItems).set({ leftAt: now, returnedAt: null }).where(some),
    )
  }
  const forgotten = and(
    eq(libraryItems.connectionId, connectionId),
    lt(libraryItems.leftAt, new Date(now.getTime() - KEPT_AWAY)),
    isNull(libraryItems.returnedAt),
  )
  await removeWhere({ database, yieldNow }, forgotten)
}

/** Removes what connections had that are there no more. */
async function removeAllBut(
  { database, yieldNow }: Context,
  connectionIds: readonly string[],
): Promise<void> {
  const { libraryItems, libraryWalks } = database.tables
  const gone =
    connectionIds.length === 0 ? undefined : notInArray(libraryItems.connectionId, [...connectionIds])
  await removeWhere({ database, yieldNow }, gone)
  const walksGone =
    connectionIds.length === 0 ? undefined : notInArray(libraryWalks.connectionId, [...connectionIds])
  const walks = await database.read.select().from(libraryWalks).where(walksGone).limit(1)
  if (walks.length > 0) await database.write((within) => within.delete(libraryWalks).where(walksGone))
}

/** @param which all where there is no condition. */
async function removeWhere({ database, yieldNow }: Context, which: SQL | undefined): Promise<void> {
  const { libraryItems } = database.tables
  for (;;) {
    await yieldNow()
    const rows = await database.read
      .select({ id: libraryItems.id })
      .from(libraryItems)
      .where(which)
      .limit(CHUNK)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await database.write((within) =>
      within.delete(libraryItems).where(isOneOf(database, libraryItems.id, ids)),
    )
  }
}
