import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { RequestStatus } from '#contract/books'
import type { Wishes } from '#contract/wishes'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { HandMadeFacts } from '#server/domain/books/books.types'
import { searchColumns } from '#server/domain/search-text.rules'
import { markJoined } from './joined.repository'
import type { FormerRequest } from './request-policy.rules'

/** One person's request for a book, with its owner. */
interface StoredRequest extends FormerRequest {
  userId: string
  username: string
  usernameKey: string
  wishes: Wishes | null
}

interface StatusOfRequest {
  asin: string
  userId: string
  status: RequestStatus
  /** Whether it is approved only because the book is there. */
  settled?: boolean
  now: Date
}

export type RequestsRepository = ReturnType<typeof createRequestsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { audiobooks, requests, users } = database.tables
  const former = { status: requests.status, reason: requests.reason, declines: requests.declines }
  const ofPerson = (asin: string, userId: string) => and(eq(requests.asin, asin), eq(requests.userId, userId))
  return { database, audiobooks, requests, users, former, ofPerson }
}
type Context = ReturnType<typeof contextOf>

/** Stores who has requested which book. */
export function createRequestsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    findRequest,
    hasHandMade,
    addRequest,
    listRequests,
    decide,
    setStatus,
    markJoined,
    findWishes,
    setWishes,
    removeRequest,
    removeAllRequests,
    listAsinsOf,
    listRequesterIds,
  })
}

/** A person's request for a book; null if there is none. */
async function findRequest(
  { database, former, requests, ofPerson }: Context,
  asin: string,
  userId: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<(FormerRequest & { reason: string | null }) | null> {
  const [row] = await within.select(former).from(requests).where(ofPerson(asin, userId))
  return row ?? null
}

/**
 * Whether a person has a hand-made book with the same title and authors, however they are spelled.
 * @param except a book to ignore.
 */
async function hasHandMade(
  { requests, audiobooks }: Context,
  transaction: Transaction,
  book: { userId: string; facts: HandMadeFacts; except?: string },
): Promise<boolean> {
  const { titleKey, authorKey } = searchColumns({ ...book.facts, asin: '', series: [] })
  const [row] = await transaction
    .select({ asin: requests.asin })
    .from(requests)
    .innerJoin(audiobooks, eq(audiobooks.asin, requests.asin))
    .where(
      and(
        eq(requests.userId, book.userId),
        isNotNull(audiobooks.handMadeBy),
        eq(audiobooks.titleKey, titleKey),
        eq(audiobooks.authorKey, authorKey),
        book.except === undefined ? undefined : ne(audiobooks.asin, book.except),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * Stores a person's request; call it with the book locked, because each person has at most one request for
 * it.
 */
async function addRequest(
  { requests }: Context,
  transaction: Transaction,
  request: StatusOfRequest & { wishes: Wishes | null },
): Promise<void> {
  const { now, ...rest } = request
  await transaction
    .insert(requests)
    .values({ id: crypto.randomUUID(), ...rest, createdAt: now, updatedAt: now })
}

/** Everyone's requests for a book, in order of request. */
async function listRequests(
  { requests, users }: Context,
  transaction: Transaction,
  asin: string,
): Promise<StoredRequest[]> {
  return transaction
    .select({
      userId: requests.userId,
      username: users.username,
      usernameKey: users.usernameKey,
      wishes: requests.wishes,
      status: requests.status,
      declines: requests.declines,
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(eq(requests.asin, asin))
    .orderBy(asc(requests.createdAt), asc(requests.id))
}

/** Decides on requests for a book. Approving resets a person's declines; declining adds one. */
async function decide(
  { requests }: Context,
  transaction: Transaction,
  decision: {
    asin: string
    userIds: string[]
    status: 'approved' | 'declined'
    reason: string | null
    now: Date
  },
): Promise<void> {
  const { asin, userIds, status, reason, now } = decision
  const declines = status === 'approved' ? 0 : sql`${requests.declines} + 1`
  await transaction
    .update(requests)
    .set({ status, reason, declines, settled: false, updatedAt: now })
    .where(and(eq(requests.asin, asin), inArray(requests.userId, userIds)))
  if (status === 'approved') await markJoined({ requests }, transaction, asin, userIds)
}

/** Changes the status of one person's request; the reason of a decline is kept. */
async function setStatus(
  { requests, ofPerson }: Context,
  transaction: Transaction,
  request: StatusOfRequest,
): Promise<void> {
  const { asin, userId, status, settled = false, now } = request
  await transaction.update(requests).set({ status, settled, updatedAt: now }).where(ofPerson(asin, userId))
}

/** One person's wishes; null for none. */
async function findWishes(
  { requests, ofPerson }: Context,
  transaction: Pick<Transaction, 'select'>,
  asin: string,
  userId: string,
): Promise<Wishes | null> {
  const [row] = await transaction
    .select({ wishes: requests.wishes })
    .from(requests)
    .where(ofPerson(asin, userId))
  return row?.wishes ?? null
}

/** Stores one person's wishes. */
async function setWishes(
  { requests, ofPerson }: Context,
  transaction: Transaction,
  request: { asin: string; userId: string; wishes: Wishes | null; now: Date },
): Promise<void> {
  const { asin, userId, wishes, now } = request
  await transaction.update(requests).set({ wishes, updatedAt: now }).where(ofPerson(asin, userId))
}

async function removeRequest(
  { requests, ofPerson }: Context,
  transaction: Transaction,
  asin: string,
  userId: string,
): Promise<void> {
  await transaction.delete(requests).where(ofPerson(asin, userId))
}

async function removeAllRequests(context: Context, transaction: Transaction, asin: string): Promise<void> {
  const { requests } = context
  await transaction.delete(requests).where(eq(requests.asin, asin))
}

/** Books requested by a person, in the order in which books are always locked. */
async function listAsinsOf(context: Context, transaction: Transaction, userId: string): Promise<string[]> {
  const { requests } = context
  const rows = await transaction
    .select({ asin: requests.asin })
    .from(requests)
    .where(eq(requests.userId, userId))
    .orderBy(asc(requests.asin))
  return rows.map((row) => row.asin)
}

/** Who requested a book, in order of request. */
async function listRequesterIds(
  { database, requests }: Context,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<string[]> {
  const rows = await within
    .select({ userId: requests.userId })
    .from(requests)
    .where(eq(requests.asin, asin))
    .orderBy(asc(requests.createdAt), asc(requests.id))
  return rows.map((row) => row.userId)
}
