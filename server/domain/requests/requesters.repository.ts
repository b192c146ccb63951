import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Conditions } from '#contract/wishes'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import { bindingConditions } from '#server/domain/books/conditions.rules'
import { markJoined } from './joined.repository'

type Reader = Pick<Transaction, 'select' | '$count'>

const contextOf = ({ database }: { database: Database }) => {
  const { requests, quotaUses } = database.tables
  const isApproved = eq(requests.status, 'approved')
  return { database, requests, quotaUses, isApproved }
}
type Context = ReturnType<typeof contextOf>

export type RequestersRepository = ReturnType<typeof createRequesters>

/** Tells other features who wants a book, and which requests count. */
export function createRequesters(dependencies: { database: Database }) {
  const context = contextOf(dependencies)
  return {
    /** The condition for approved requests, whose books are searched for. */
    isApproved: context.isApproved,
    /** The condition for requests that were not declined. */
    isOpen: ne(context.requests.status, 'declined'),
    ...bind(context, {
      isWanted,
      isWantedBy,
      isRequested,
      isRequestedBy,
      settle,
      unsettle,
      list,
      listIds,
      conditionsOf,
    }),
  }
}

/** Whether a book has an approved request. */
async function isWanted(
  { database, requests, isApproved }: Context,
  asin: string,
  within: Reader = database.read,
): Promise<boolean> {
  return (await within.$count(requests, and(eq(requests.asin, asin), isApproved))) > 0
}

/** Whether a person has an approved request for a book. */
async function isWantedBy(
  { database, requests, isApproved }: Context,
  asin: string,
  userId: string,
): Promise<boolean> {
  const own = and(eq(requests.asin, asin), eq(requests.userId, userId), isApproved)
  return (await database.read.$count(requests, own)) > 0
}

/** Whether anyone has a request for a book, in any state. */
async function isRequested({ database, requests }: Context, asin: string): Promise<boolean> {
  return (await database.read.$count(requests, eq(requests.asin, asin))) > 0
}

/** Whether a person has a request for a book, in any state. */
async function isRequestedBy(
  { database, requests }: Context,
  asin: string,
  userId: string,
): Promise<boolean> {
  const [row] = await database.read
    .select({ asin: requests.asin })
    .from(requests)
    .where(and(eq(requests.asin, asin), eq(requests.userId, userId)))
  return row !== undefined
}

/**
 * Approves the requests that wait for approval, because the book is there: no decision is left to make.
 * @returns whether any waited.
 */
async function settle({ requests }: Context, within: Transaction, asin: string, now: Date): Promise<boolean> {
  const settled = await within
    .update(requests)
    .set({ status: 'approved', settled: true, declines: 0, updatedAt: now })
    .where(and(eq(requests.asin, asin), eq(requests.status, 'pending')))
    .returning({ userId: requests.userId })
  const userIds = settled.map(({ userId }) => userId)
  if (userIds.length > 0) await markJoined({ requests }, within, asin, userIds)
  return userIds.length > 0
}

/**
 * Takes back what was granted because a book was there, as it has to be got after all: requests that were approved only
 * for that wait for approval again, and all count against quotas from when they were made.
 */
async function unsettle(
  { requests, quotaUses }: Context,
  within: Transaction,
  asin: string,
  now: Date,
): Promise<void> {
  await within
    .update(requests)
    .set({ status: 'pending', settled: false, updatedAt: now })
    .where(and(eq(requests.asin, asin), eq(requests.settled, true)))
  const uses = await within
    .select({ userId: requests.userId, asin: requests.asin, at: requests.createdAt })
    .from(requests)
    .where(and(eq(requests.asin, asin), ne(requests.status, 'declined')))
  if (uses.length > 0) await within.insert(quotaUses).values(uses).onConflictDoNothing()
}

/** Everyone who requested a book, in order of request, and whether that was declined. */
async function list(
  { database, requests }: Context,
  asin: string,
  within: Reader = database.read,
): Promise<{ userId: string; declined: boolean }[]> {
  const rows = await within
    .select({ userId: requests.userId, status: requests.status })
    .from(requests)
    .where(eq(requests.asin, asin))
    .orderBy(asc(requests.createdAt), asc(requests.id))
  return rows.map(({ userId, status }) => ({ userId, declined: status === 'declined' }))
}

/** Ids of everyone who requested any of some books. */
async function listIds(
  { database, requests }: Context,
  asins: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await database.read
    .select({ asin: requests.asin, userId: requests.userId })
    .from(requests)
    .where(inArray(requests.asin, [...asins]))
  const found = new Map<string, string[]>()
  for (const { asin, userId } of rows) found.set(asin, [...(found.get(asin) ?? []), userId])
  return found
}

/**
 * What the releases of a book have to meet, from the wishes of those whose request is approved; null if there are no
 * conditions.
 */
async function conditionsOf(
  { database, requests, isApproved }: Context,
  asin: string,
  within: Reader = database.read,
): Promise<Conditions | null> {
  const rows = await within
    .select({ joined: requests.joined, wishes: requests.wishes })
    .from(requests)
    .where(and(eq(requests.asin, asin), isApproved))
  return bindingConditions(rows)
}
