import { yieldNow } from '#server/async/yield'
import { and, asc, eq, gt, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import { isPresent } from './library-items.repository'

/** Items per transaction; other writers wait while it runs. */
const CHUNK = 100
/** Ids read per query. */
const READ_AT_ONCE = 1000
/** How long an absent item is remembered, in milliseconds. */
const KEPT_AWAY = 90 * 24 * 60 * 60_000

interface Context {
  database: Database
}

export type LibraryAbsenceRepository = ReturnType<typeof createLibraryAbsenceRepository>

/** Stores which items media servers no longer have. */
export function createLibraryAbsenceRepository(context: Context) {
  return bind(context, { findUnseen, markAbsent, removeAllBut })
}

/**
 * The items that a complete walk has not seen, except those added or back since it began.
 * @param walked.seen the ids that the walk saw.
 * @returns their ids, and how many items were stored before.
 */
async function findUnseen(
  { database }: Context,
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
          isPresent(database),
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
 * Marks items as absent until they are seen again. They are remembered for a while, so that items on a disk
 * that was offline do not count as new.
 */
async function markAbsent(
  { database }: Context,
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
  await removeWhere({ database }, forgotten)
}

/** Deletes the items of connections that no longer exist. */
async function removeAllBut({ database }: Context, connectionIds: readonly string[]): Promise<void> {
  const { libraryItems, libraryWalks } = database.tables
  await removeWhere({ database }, notInArray(libraryItems.connectionId, [...connectionIds]))
  const walksGone = notInArray(libraryWalks.connectionId, [...connectionIds])
  const walks = await database.read.select().from(libraryWalks).where(walksGone).limit(1)
  if (walks.length > 0) await database.write((within) => within.delete(libraryWalks).where(walksGone))
}

/** @param which condition on the items; all items if undefined. */
async function removeWhere({ database }: Context, which: SQL | undefined): Promise<void> {
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
