import { and, eq, gt, gte, isNull, lte, or } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import type { Row } from '#server/db/tables'
import { CLOCK_SKEW } from '#server/async/due.rules'
import { isLeaseFree } from '#server/db/due'
import { bind } from '#server/domain/bind'

/** When a connection was last read completely, and told to scan. */
export type WalkState = Pick<Row<'libraryWalks'>, 'connectionId' | 'completeAt' | 'scannedAt' | 'off'>

export type LibraryWalksRepository = ReturnType<typeof createLibraryWalksRepository>

/**
 * Stores which instance reads which media server, and when that last succeeded. Only one instance walks at a
 * time.
 */
export function createLibraryWalksRepository({ database }: { database: Database }) {
  return bind(database, { list, setEnabled, claim, renew, end, claimCheck, isScanDue, noteScan })
}

async function list({ read, tables: { libraryWalks } }: Database): Promise<WalkState[]> {
  const { connectionId, completeAt, scannedAt, off } = libraryWalks
  return read.select({ connectionId, completeAt, scannedAt, off }).from(libraryWalks)
}

/**
 * Stores which connections are enabled.
 * @param ids the enabled connections.
 * @returns whether this has changed.
 */
async function setEnabled({ read, write, tables }: Database, ids: readonly string[]): Promise<boolean> {
  const { connectionId, off } = tables.libraryWalks
  const rows = await read.select({ connectionId, off }).from(tables.libraryWalks)
  const turned = rows.filter((row) => row.off === ids.includes(row.connectionId))
  for (const row of turned) {
    await write((within) =>
      within.update(tables.libraryWalks).set({ off: !row.off }).where(eq(connectionId, row.connectionId)),
    )
  }
  return turned.length > 0
}

/** @returns false while another server reads the library. */
async function claim(
  database: Database,
  wanted: { connectionId: string; owner: string; until: Date; now: Date },
): Promise<boolean> {
  const { libraryWalks } = database.tables
  const { connectionId, owner, until, now } = wanted
  const isFree = isLeaseFree(libraryWalks.leaseUntil, now)
  return database.write(async (within) => {
    await within.insert(libraryWalks).values({ connectionId }).onConflictDoNothing()
    const claimed = await within
      .update(libraryWalks)
      .set({ leaseOwner: owner, leaseUntil: until })
      .where(and(eq(libraryWalks.connectionId, connectionId), isFree))
      .returning({ id: libraryWalks.connectionId })
    return claimed.length > 0
  })
}

const own = ({ tables: { libraryWalks } }: Database, connectionId: string, owner: string) =>
  and(eq(libraryWalks.connectionId, connectionId), eq(libraryWalks.leaseOwner, owner))

/** @returns false if another server has claimed the library. */
async function renew(
  database: Database,
  { connectionId, owner, until }: { connectionId: string; owner: string; until: Date },
): Promise<boolean> {
  const { libraryWalks } = database.tables
  const renewed = await database.write((within) =>
    within
      .update(libraryWalks)
      .set({ leaseUntil: until })
      .where(own(database, connectionId, owner))
      .returning({ id: libraryWalks.connectionId }),
  )
  return renewed.length > 0
}

/** @param ended.completeAt when the walk began, if it was completed. */
async function end(
  database: Database,
  { connectionId, owner, completeAt }: { connectionId: string; owner: string; completeAt: Date | null },
): Promise<void> {
  const { libraryWalks } = database.tables
  await database.write((within) =>
    within
      .update(libraryWalks)
      .set({ leaseOwner: null, leaseUntil: null, ...(completeAt && { completeAt }) })
      .where(own(database, connectionId, owner)),
  )
}

/** @returns false if the library's newest items have been checked since the given time. */
async function claimCheck(
  database: Database,
  { connectionId, since, now }: { connectionId: string; since: Date; now: Date },
): Promise<boolean> {
  const { libraryWalks } = database.tables
  return database.write(async (within) => {
    await within.insert(libraryWalks).values({ connectionId }).onConflictDoNothing()
    // A check in the future was made while the clock was wrong.
    const isFree = or(
      isNull(libraryWalks.lookedAt),
      lte(libraryWalks.lookedAt, since),
      gt(libraryWalks.lookedAt, new Date(now.getTime() + CLOCK_SKEW)),
    )
    const claimed = await within
      .update(libraryWalks)
      .set({ lookedAt: now })
      .where(and(eq(libraryWalks.connectionId, connectionId), isFree))
      .returning({ id: libraryWalks.connectionId })
    return claimed.length > 0
  })
}

/** Whether the library has not been told to scan since the given time. */
async function isScanDue(
  { read, tables: { libraryWalks } }: Database,
  { connectionId, since, now }: { connectionId: string; since: Date; now: Date },
): Promise<boolean> {
  const { scannedAt } = libraryWalks
  const isOf = eq(libraryWalks.connectionId, connectionId)
  const [recent] = await read
    .select({ scannedAt })
    .from(libraryWalks)
    .where(and(isOf, gte(scannedAt, since), lte(scannedAt, new Date(now.getTime() + CLOCK_SKEW))))
  return recent === undefined
}

/** Records that the library was told to scan. */
async function noteScan(
  { write, tables: { libraryWalks } }: Database,
  { connectionId, at }: { connectionId: string; at: Date },
): Promise<void> {
  await write((within) =>
    within.update(libraryWalks).set({ scannedAt: at }).where(eq(libraryWalks.connectionId, connectionId)),
  )
}
