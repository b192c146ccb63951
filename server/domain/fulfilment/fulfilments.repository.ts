import { LATEST_LEASE } from '#server/async/due.rules'
import { hasCome } from '#server/db/due'
import { LONGEST_PAUSES } from './transitions.rules'
import type { Cause } from '#contract/cause'
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { BooksRepository } from '#server/domain/books/books.repository'
import { bind } from '#server/domain/bind'
import type { LifecycleState } from './transitions.rules'

/** A stored fulfilment. */
export interface Fulfilment {
  asin: string
  state: Exclude<LifecycleState, 'none'>
  nextAttemptAt: Date | null
  /** The connection that it waits for; null if it waits for none, or is not known to. */
  waitsFor: string | null
  cause: Cause | null
  misses: number
  failures: number
  asked: boolean
  atOnce: boolean
  toldMissing: boolean
  stopped: boolean
  /** Whether the library has had it since it became available. */
  seenInLibrary: boolean
  /** Whether the library had it and lost it while it was available. */
  leftLibrary: boolean
  leaseOwner: string | null
  leaseUntil: Date | null
  /** When it last changed; during a search, when the search began. */
  updatedAt: Date
}
export type FulfilmentChange = Partial<Omit<Fulfilment, 'asin' | 'updatedAt'>>

/** Which fulfilments a worker may claim. */
export interface DueOptions {
  now: Date
  /** Whether automatic download is on. */
  automatic: boolean
  /** Whether any source of releases is set up. */
  possible: boolean
}

export type FulfilmentsRepository = ReturnType<typeof createFulfilmentsRepository>

interface FulfilmentsContext {
  database: Database
  books: Pick<BooksRepository, 'lock'>
}

/** Stores the state and the lease of each book's fulfilment. */
export function createFulfilmentsRepository(context: FulfilmentsContext) {
  return bind(context, {
    ...{ claim, findNextDue, find, renew, lock, insert, change, remove, exists },
    ...{ listWaits, resumeWaiting },
  })
}

const columnsOf = ({ tables }: Database) => {
  const { createdAt: _, ...columns } = getTableColumns(tables.fulfilments)
  return columns
}

/** Fulfilments that are scheduled for another search; `mayAttempt` says the same of one. */
function isPlanned({ tables }: Database, { automatic, possible }: DueOptions): SQL | undefined {
  const { fulfilments } = tables
  return or(
    and(
      inArray(fulfilments.state, ['waiting', 'not_found']),
      eq(fulfilments.stopped, false),
      automatic ? undefined : eq(fulfilments.asked, true),
      possible ? undefined : sql`1 = 0`,
    ),
    eq(fulfilments.state, 'grab_unconfirmed'),
    // Released mid-search by a server that stopped.
    eq(fulfilments.state, 'searching'),
  )
}

/** Fulfilments that do not wait for their scheduled time. */
const isWantedAtOnce = ({ tables: { fulfilments } }: Database): SQL | undefined =>
  or(isNull(fulfilments.nextAttemptAt), eq(fulfilments.atOnce, true))

/** `isAttemptDue` of the rules says the same of one that was read, as `due.test.ts` checks. */
function isAttemptDue({ tables: { fulfilments } }: Database, now: Date): SQL | undefined {
  return or(
    lte(fulfilments.nextAttemptAt, now),
    and(
      or(
        gt(fulfilments.failures, 0),
        eq(fulfilments.state, 'grab_unconfirmed'),
        and(eq(fulfilments.asked, false), or(gt(fulfilments.misses, 0), eq(fulfilments.state, 'not_found'))),
      ),
      or(
        ...LONGEST_PAUSES.map((pause, misses) =>
          and(
            misses < LONGEST_PAUSES.length - 1
              ? eq(fulfilments.misses, misses)
              : gte(fulfilments.misses, misses),
            gt(fulfilments.nextAttemptAt, new Date(now.getTime() + pause)),
          ),
        ),
      ),
    ),
  )
}

function isDue(database: Database, options: DueOptions): SQL | undefined {
  const { fulfilments } = database.tables
  return or(
    and(
      isPlanned(database, options),
      isNull(fulfilments.leaseUntil),
      or(isWantedAtOnce(database), isAttemptDue(database, options.now)),
    ),
    // The worker that held the lease is gone, whatever the state.
    hasCome(fulfilments.leaseUntil, options.now, LATEST_LEASE),
  )
}

/** Claims fulfilments that no one holds; each goes to one worker only. */
async function claim(
  { database }: FulfilmentsContext,
  options: DueOptions & { limit: number; owner: string; leaseUntil: Date },
): Promise<Fulfilment[]> {
  const { fulfilments } = database.tables
  const { limit, owner, leaseUntil } = options
  return database.write(async (transaction) => {
    const due = transaction
      .select({ asin: fulfilments.asin })
      .from(fulfilments)
      .where(isDue(database, options))
      .orderBy(asc(fulfilments.updatedAt))
      .limit(limit)
    const unlocked = database.dialect === 'postgres' ? sql` for update skip locked` : undefined
    return transaction
      .update(fulfilments)
      .set({ leaseOwner: owner, leaseUntil })
      .where(and(sql`${fulfilments.asin} in (${due.getSQL()}${unlocked})`, isDue(database, options)))
      .returning(columnsOf(database))
  })
}

/** @returns when {@link claim} next has something to claim; null if nothing is scheduled. */
async function findNextDue({ database }: FulfilmentsContext, options: DueOptions): Promise<Date | null> {
  const { fulfilments } = database.tables
  const isFree = and(isPlanned(database, options), isNull(fulfilments.leaseUntil))
  // A fulfilment started by a person keeps its schedule.
  const [atOnce] = await database.read
    .select({ asin: fulfilments.asin })
    .from(fulfilments)
    .where(and(isFree, isWantedAtOnce(database)))
    .limit(1)
  if (atOnce) return options.now
  const [planned] = await database.read
    .select({ at: min(fulfilments.nextAttemptAt) })
    .from(fulfilments)
    .where(isFree)
  const [abandoned] = await database.read
    .select({ at: min(fulfilments.leaseUntil) })
    .from(fulfilments)
    .where(isNotNull(fulfilments.leaseUntil))
  const dates = [planned?.at, abandoned?.at].filter((date) => date !== null && date !== undefined)
  return dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null
}

/** @returns null if a book has no fulfilment. */
async function find(
  { database }: FulfilmentsContext,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<Fulfilment | null> {
  const { fulfilments } = database.tables
  const [found] = await within.select(columnsOf(database)).from(fulfilments).where(eq(fulfilments.asin, asin))
  return found ?? null
}

/** Whether a book has a fulfilment, which outlives its requests after a grab. */
async function exists({ database }: FulfilmentsContext, asin: string): Promise<boolean> {
  const { fulfilments } = database.tables
  return (await database.read.$count(fulfilments, eq(fulfilments.asin, asin))) > 0
}

/** @returns false if this worker no longer holds it. */
async function renew(
  { database }: FulfilmentsContext,
  asin: string,
  owner: string,
  leaseUntil: Date,
): Promise<boolean> {
  const { fulfilments } = database.tables
  return database.write(async (transaction) => {
    const renewed = await transaction
      .update(fulfilments)
      .set({ leaseUntil })
      .where(and(eq(fulfilments.asin, asin), eq(fulfilments.leaseOwner, owner)))
      .returning({ asin: fulfilments.asin })
    return renewed.length > 0
  })
}

/**
 * Locks a book and its fulfilment until the transaction ends.
 * @returns null if there is no fulfilment.
 */
async function lock(
  { database, books }: FulfilmentsContext,
  within: Transaction,
  asin: string,
): Promise<Fulfilment | null> {
  const { fulfilments } = database.tables
  await books.lock(within, asin)
  const [fulfilment] = await within
    .update(fulfilments)
    .set({ updatedAt: sql`${fulfilments.updatedAt}` })
    .where(eq(fulfilments.asin, asin))
    .returning(columnsOf(database))
  return fulfilment ?? null
}

async function insert(
  { database }: FulfilmentsContext,
  within: Transaction,
  asin: string,
  change: FulfilmentChange,
  now: Date,
): Promise<void> {
  const { fulfilments } = database.tables
  await within
    .insert(fulfilments)
    .values({ asin, state: 'waiting', ...change, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: fulfilments.asin })
}

/** Changes a locked fulfilment. */
async function change(
  { database }: FulfilmentsContext,
  within: Transaction,
  asin: string,
  change: FulfilmentChange,
  now: Date,
): Promise<void> {
  const { fulfilments } = database.tables
  await within
    .update(fulfilments)
    .set({ ...change, updatedAt: now })
    .where(eq(fulfilments.asin, asin))
}

async function remove({ database }: FulfilmentsContext, within: Transaction, asin: string): Promise<void> {
  const { fulfilments } = database.tables
  await within.delete(fulfilments).where(eq(fulfilments.asin, asin))
}

/** The connections that books wait for, with the number of books and the reason of one. */
async function listWaits({
  database,
}: FulfilmentsContext): Promise<{ waitsFor: string; books: number; cause: Cause | null }[]> {
  const { fulfilments } = database.tables
  const rows = await database.read
    .select({ waitsFor: fulfilments.waitsFor, books: count(), one: min(fulfilments.asin) })
    .from(fulfilments)
    .where(isNotNull(fulfilments.waitsFor))
    .groupBy(fulfilments.waitsFor)
    .orderBy(asc(fulfilments.waitsFor))
  const examples = rows.flatMap(({ one }) => one ?? [])
  if (examples.length === 0) return []
  const causes = await database.read
    .select({ asin: fulfilments.asin, cause: fulfilments.cause })
    .from(fulfilments)
    .where(inArray(fulfilments.asin, examples))
  return rows.flatMap(({ waitsFor, books, one }) => {
    const { cause = null } = causes.find(({ asin }) => asin === one) ?? {}
    return waitsFor === null ? [] : [{ waitsFor, books, cause }]
  })
}

/**
 * Makes every book due that waits for a connection, and takes back that it waits.
 * @param waitsFor null for all, and for those whose trouble lies behind a connection.
 */
async function resumeWaiting(
  { database }: FulfilmentsContext,
  within: Transaction,
  waitsFor: string | null,
  now: Date,
): Promise<void> {
  const { fulfilments } = database.tables
  const isMeant =
    waitsFor === null
      ? or(isNotNull(fulfilments.waitsFor), gt(fulfilments.failures, 0))
      : eq(fulfilments.waitsFor, waitsFor)
  await within
    .update(fulfilments)
    .set({ waitsFor: null, cause: null, nextAttemptAt: now })
    .where(and(isMeant, eq(fulfilments.state, 'waiting')))
}
