import { hasCome, isLeaseFree } from '#server/db/due'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Region } from '#contract/common'
import type { ListRefusal, ListSource } from '#contract/lists'
import type { Database } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { KeptEntry } from './lists.types'
import { LONGEST_PAUSE } from './outcome.rules'

/** A list that a worker has claimed. */
export interface ClaimedList {
  id: string
  source: ListSource
  region: Region
  /** Number of catalogue failures in a row. */
  failures: number
  /** The owner of the list. */
  user: CurrentUser
}

/** The outcome of an entry. */
export type EntryOutcome = Pick<KeptEntry, 'number'> &
  Partial<Pick<KeptEntry, 'state' | 'selected' | 'requesting' | 'asin' | 'candidates' | 'refusal'>>

/** A claim on a list. */
interface Held {
  id: string
  owner: string
}

export type ListWorkRepository = ReturnType<typeof createListWorkRepository>

/** Stores which worker has which list, and the results. */
export function createListWorkRepository({ database }: { database: Database }) {
  return bind(database, { claim, renew, pause, release, listRequesting, listWaiting, save, refuseRest })
}

function isDue({ tables: { lists } }: Database, now: Date) {
  return and(
    eq(lists.open, true),
    or(isNull(lists.nextAttemptAt), hasCome(lists.nextAttemptAt, now, LONGEST_PAUSE)),
    isLeaseFree(lists.leaseUntil, now),
  )
}

/**
 * Claims a list of the person who has been waiting longest, so that a long list blocks no one else.
 * @returns null if nothing is due.
 */
async function claim(
  database: Database,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<ClaimedList | null> {
  const { lists, users } = database.tables
  return database.write(async (within) => {
    const lastTurn = sql`(select max(other.turn_at) from lists other where other.user_id = ${lists.userId})`
    const next = within
      .select({ id: lists.id })
      .from(lists)
      .where(isDue(database, now))
      .orderBy(lastTurn, asc(lists.turnAt), asc(lists.createdAt))
      .limit(1)
    const unlocked = database.dialect === 'postgres' ? sql` for update skip locked` : undefined
    const [taken] = await within
      .update(lists)
      .set({ leaseOwner: owner, leaseUntil: until, turnAt: now })
      .where(and(sql`${lists.id} in (${next.getSQL()}${unlocked})`, isDue(database, now)))
      .returning({
        id: lists.id,
        source: lists.source,
        region: lists.region,
        failures: lists.failures,
        userId: lists.userId,
      })
    if (!taken) return null
    const { userId, ...list } = taken
    const { id, username, role, root } = users
    const [user] = await within.select({ id, username, role, root }).from(users).where(eq(users.id, userId))
    return user ? { ...list, user } : null
  })
}

const held = ({ tables: { lists } }: Database, { id, owner }: Held) =>
  and(eq(lists.id, id), eq(lists.leaseOwner, owner))

/** @returns false if another server has claimed the list, or it is gone. */
async function renew(database: Database, claimed: Held, until: Date): Promise<boolean> {
  const { lists } = database.tables
  const renewed = await database.write((within) =>
    within
      .update(lists)
      .set({ leaseUntil: until })
      .where(held(database, claimed))
      .returning({ id: lists.id }),
  )
  return renewed.length > 0
}

/** Releases a list, to be resumed at a given time. */
async function pause(
  database: Database,
  claimed: Held,
  { failures, until, why }: { failures: number; until: Date; why: ListRefusal },
): Promise<void> {
  const { lists } = database.tables
  await database.write((within) =>
    within
      .update(lists)
      .set({ leaseOwner: null, leaseUntil: null, failures, nextAttemptAt: until, pause: why })
      .where(held(database, claimed)),
  )
}

/** Releases a list, and closes it if nothing is left to do. */
async function release(database: Database, claimed: Held, now: Date): Promise<void> {
  const { lists, listEntries: entries } = database.tables
  await database.write(async (within) => {
    const idle = { leaseOwner: null, leaseUntil: null, failures: 0, nextAttemptAt: null, pause: null }
    const released = await within
      .update(lists)
      .set({ ...idle, updatedAt: now })
      .where(held(database, claimed))
      .returning({ id: lists.id })
    if (released.length === 0) return
    // Checked only after locking the list, because adding work locks it first.
    const left = await within
      .select({ number: entries.number })
      .from(entries)
      .where(
        and(eq(entries.listId, claimed.id), or(eq(entries.state, 'waiting'), eq(entries.requesting, true))),
      )
      .limit(1)
    if (left.length === 0) await within.update(lists).set({ open: false }).where(eq(lists.id, claimed.id))
  })
}

const columnsOf = ({ tables: { listEntries: entries } }: Database) => {
  const { number, title, author, identifier, asin, candidates } = entries
  return { number, title, author, identifier, asin, candidates }
}
export type WorkedEntry = Pick<
  KeptEntry,
  'number' | 'title' | 'author' | 'identifier' | 'asin' | 'candidates'
>

/** The next entries to request. */
async function listRequesting(database: Database, listId: string, limit: number): Promise<WorkedEntry[]> {
  const { listEntries: entries } = database.tables
  return database.read
    .select(columnsOf(database))
    .from(entries)
    .where(and(eq(entries.listId, listId), eq(entries.requesting, true)))
    .orderBy(asc(entries.number))
    .limit(limit)
}

/** The next entries to match. */
async function listWaiting(database: Database, listId: string, limit: number): Promise<WorkedEntry[]> {
  const { listEntries: entries } = database.tables
  return database.read
    .select(columnsOf(database))
    .from(entries)
    .where(and(eq(entries.listId, listId), eq(entries.state, 'waiting')))
    .orderBy(asc(entries.number))
    .limit(limit)
}

/** Stores the outcomes of some entries, unless another server has claimed the list. */
async function save(database: Database, claimed: Held, outcomes: readonly EntryOutcome[]): Promise<void> {
  const { lists, listEntries: entries } = database.tables
  await database.write(async (within) => {
    const [mine] = await within.select({ id: lists.id }).from(lists).where(held(database, claimed))
    if (!mine) return
    for (const { number, ...outcome } of outcomes) {
      await within
        .update(entries)
        .set(outcome)
        .where(and(eq(entries.listId, claimed.id), eq(entries.number, number)))
    }
  })
}

/** Ends the requests of all remaining entries for the same reason. They remain selected. */
async function refuseRest(database: Database, listId: string, refusal: ListRefusal): Promise<void> {
  const { listEntries: entries } = database.tables
  await database.write((within) =>
    within
      .update(entries)
      .set({ requesting: false, refusal })
      .where(and(eq(entries.listId, listId), eq(entries.requesting, true))),
  )
}
