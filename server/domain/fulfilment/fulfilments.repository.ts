import type { Cause } from '#contract/cause'
import {
  and,
  asc,
  count,
  eq,
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

/** The fulfilment of one book as it is stored. */
export interface Fulfilment {
  asin: string
  state: Exclude<LifecycleState, 'none'>
  nextTryAt: Date | null
  cause: Cause | null
  misses: number
  failures: number
  asked: boolean
  byHand: boolean
  toldMissing: boolean
  stopped: boolean
  /** Whether the library has had it since it is available. */
  seenInLibrary: boolean
  /** Whether the library had it and has lost it, while it is available. */
  leftLibrary: boolean
  leaseOwner: string | null
  leaseUntil: Date | null
  /** When it last changed: while it is searched for, when that began. */
  updatedAt: Date
}
export type FulfilmentChange = Partial<Omit<Fulfilment, 'asin' | 'updatedAt'>>

/** Which fulfilments may be taken up. */
export interface DueOptions {
  now: Date
  /** Whether books are looked for automatically. */
  automatic: boolean
  /** Whether there is anything that can be asked for releases. */
  possible: boolean
}

export type FulfilmentsRepository = ReturnType<typeof createFulfilmentsRepository>

interface FulfilmentsContext {
  database: Database
  books: Pick<BooksRepository, 'lock'>
}

/** Stores where the fulfilment of each book stands and who holds it. */
export function createFulfilmentsRepository(context: FulfilmentsContext) {
  return bind(context, {
    claim,
    findNextDue,
    renew,
    release,
    lock,
    insert,
    change,
    remove,
    countApproved,
    listRequesters,
    listRequesterIds,
  })
}

const columnsOf = ({ tables }: Database) => {
  const { createdAt: _, ...columns } = getTableColumns(tables.fulfilments)
  return columns
}

/** What is looked for again at some time, unless somebody holds it. */
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
    // Given back in the middle, by a server that stopped.
    eq(fulfilments.state, 'searching'),
  )
}

/** What needs not wait for its time once it is planned. */
const isWantedAtOnce = ({ tables: { fulfilments } }: Database): SQL | undefined =>
  or(isNull(fulfilments.nextTryAt), eq(fulfilments.byHand, true))

function isDue(database: Database, options: DueOptions): SQL | undefined {
  const { fulfilments } = database.tables
  return or(
    and(
      isPlanned(database, options),
      isNull(fulfilments.leaseUntil),
      or(isWantedAtOnce(database), lte(fulfilments.nextTryAt, options.now)),
    ),
    // Whoever held it has gone, whatever the state.
    lte(fulfilments.leaseUntil, options.now),
  )
}

/** Takes up fulfilments that nobody holds; what two workers want at once only one gets. */
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

/** @returns when something is to be taken up next, by {@link claim}; null when nothing waits for its time. */
async function findNextDue({ database }: FulfilmentsContext, options: DueOptions): Promise<Date | null> {
  const { fulfilments } = database.tables
  const isFree = and(isPlanned(database, options), isNull(fulfilments.leaseUntil))
  // What is wanted by hand keeps the time that it had.
  const [atOnce] = await database.read
    .select({ asin: fulfilments.asin })
    .from(fulfilments)
    .where(and(isFree, isWantedAtOnce(database)))
    .limit(1)
  if (atOnce) return options.now
  const [planned] = await database.read
    .select({ at: min(fulfilments.nextTryAt) })
    .from(fulfilments)
    .where(isFree)
  const [abandoned] = await database.read
    .select({ at: min(fulfilments.leaseUntil) })
    .from(fulfilments)
    .where(isNotNull(fulfilments.leaseUntil))
  const dates = [planned?.at, abandoned?.at].filter((date) => date !== null && date !== undefined)
  return dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null
}

/** @returns false when this worker does not hold it any more. */
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

/** Gives a fulfilment back as it is. */
async function release({ database }: FulfilmentsContext, asin: string, owner: string): Promise<void> {
  const { fulfilments } = database.tables
  await database.write(async (transaction) => {
    await transaction
      .update(fulfilments)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(and(eq(fulfilments.asin, asin), eq(fulfilments.leaseOwner, owner)))
  })
}

/**
 * Locks a book and its fulfilment until the transaction ends.
 * @returns null when it has none.
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

/** Changes a fulfilment that is locked. */
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

async function countApproved(
  { database }: FulfilmentsContext,
  within: Transaction,
  asin: string,
): Promise<number> {
  const { requests } = database.tables
  const [row] = await within
    .select({ approved: count() })
    .from(requests)
    .where(and(eq(requests.asin, asin), eq(requests.status, 'approved')))
  return row?.approved ?? 0
}

/** Everybody who asked for a book, in the order of asking, and whether that was declined. */
async function listRequesters(
  { database }: FulfilmentsContext,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<{ userId: string; declined: boolean }[]> {
  const { requests } = database.tables
  const rows = await within
    .select({ userId: requests.userId, status: requests.status })
    .from(requests)
    .where(eq(requests.asin, asin))
    .orderBy(asc(requests.createdAt), asc(requests.id))
  return rows.map(({ userId, status }) => ({ userId, declined: status === 'declined' }))
}

/** Ids of everybody who asked for some books. */
async function listRequesterIds(
  { database }: FulfilmentsContext,
  asins: readonly string[],
): Promise<Map<string, string[]>> {
  const { requests } = database.tables
  const rows = await database.read
    .select({ asin: requests.asin, userId: requests.userId })
    .from(requests)
    .where(inArray(requests.asin, [...asins]))
  const found = new Map<string, string[]>()
  for (const { asin, userId } of rows) found.set(asin, [...(found.get(asin) ?? []), userId])
  return found
}
