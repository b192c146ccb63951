import { and, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { bind } from '#server/domain/bind'

/** When a connection was last read to its end. */
export interface WalkState {
  connectionId: string
  /** When the last complete walk began; null before the first one. */
  completeAt: Date | null
  /** When it was last asked to look for new files. */
  scannedAt: Date | null
  /** Whether it is switched off: then what it has counts for nothing. */
  off: boolean
}

export type LibraryWalksRepository = ReturnType<typeof createLibraryWalksRepository>

/** Stores who reads which media server, and when that was last done: of several instances one walks. */
export function createLibraryWalksRepository({ database }: { database: Database }) {
  return bind(database, { list, keepOn, claim, renew, end, claimLook, isScanDue, noteScan })
}

async function list({ read, tables: { libraryWalks } }: Database): Promise<WalkState[]> {
  const { connectionId, completeAt, scannedAt, off } = libraryWalks
  return read.select({ connectionId, completeAt, scannedAt, off }).from(libraryWalks)
}

/**
 * Keeps which connections are on.
 * @param ids theirs.
 * @returns whether that is another one than before.
 */
async function keepOn({ read, write, tables }: Database, ids: readonly string[]): Promise<boolean> {
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

/** @returns false while somebody else reads it. */
async function claim(
  database: Database,
  wanted: { connectionId: string; owner: string; until: Date; now: Date },
): Promise<boolean> {
  const { libraryWalks } = database.tables
  const { connectionId, owner, until, now } = wanted
  const isFree = or(isNull(libraryWalks.leaseUntil), lte(libraryWalks.leaseUntil, now))
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

/** @returns false when somebody else has it. */
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

/** @param ended.completeAt when the walk began, where it came to its end. */
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

/** @returns false when somebody has looked at its newest items since then. */
async function claimLook(
  database: Database,
  { connectionId, since, now }: { connectionId: string; since: Date; now: Date },
): Promise<boolean> {
  const { libraryWalks } = database.tables
  return database.write(async (within) => {
    await within.insert(libraryWalks).values({ connectionId }).onConflictDoNothing()
    const isFree = or(isNull(libraryWalks.lookedAt), lte(libraryWalks.lookedAt, since))
    const claimed = await within
      .update(libraryWalks)
      .set({ lookedAt: now })
      .where(and(eq(libraryWalks.connectionId, connectionId), isFree))
      .returning({ id: libraryWalks.connectionId })
    return claimed.length > 0
  })
}

/** Whether it has not been asked since then to look for new files. */
async function isScanDue(
  { read, tables: { libraryWalks } }: Database,
  { connectionId, since }: { connectionId: string; since: Date },
): Promise<boolean> {
  const [asked] = await read
    .select({ scannedAt: libraryWalks.scannedAt })
    .from(libraryWalks)
    .where(and(eq(libraryWalks.connectionId, connectionId), gte(libraryWalks.scannedAt, since)))
  return asked === undefined
}

/** Writes down that it was asked to look for new files. */
async function noteScan(
  { write, tables: { libraryWalks } }: Database,
  { connectionId, at }: { connectionId: string; at: Date },
): Promise<void> {
  await write((within) =>
    within.update(libraryWalks).set({ scannedAt: at }).where(eq(libraryWalks.connectionId, connectionId)),
  )
}
