import { and, asc, count, desc, eq, lte, sql } from 'drizzle-orm'
import type { InboxCode, ListInboxQuery, RequestOutcome } from '#contract/inbox'
import type { Database, Transaction } from '#server/db/database'
import { isOneOf, jsonValue, rowsFrom, textValue, timeValue } from '#server/db/many'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Followed, Follower } from './follow.types'

export interface InboxItem {
  id: string
  code: InboxCode
  book: BookFacts
  /** What is followed, as it was called. */
  followed: string
  at: Date
  read: boolean
  outcome: RequestOutcome | null
}

/** What some people are told of a book. */
export interface InboxNews extends Pick<InboxItem, 'code' | 'book' | 'at'> {
  followed: Pick<Followed, 'id' | 'name'>
}

/** A book that is to be requested for somebody. */
export interface DueRequest {
  itemId: string
  book: BookFacts
  /** When they were told of it. */
  at: Date
  user: CurrentUser
  /** Whether they still want that; they may have changed their mind since. */
  wanted: boolean
}

export type InboxRepository = ReturnType<typeof createInboxRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { inboxItems, follows, users } = database.tables
  return { database, inboxItems, follows, users }
}
type Context = ReturnType<typeof contextOf>

/** Stores what people are told of what they follow. */
export function createInboxRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    list,
    countUnread,
    markRead,
    add,
    claimRequest,
    endRequest,
    prune,
  })
}

/** A page of what somebody is told, the newest first, and how much there is. */
async function list(
  { database, inboxItems }: Context,
  userId: string,
  { limit, offset }: ListInboxQuery,
): Promise<{ items: InboxItem[]; total: number }> {
  const { id, code, book, followed, at, read, outcome } = inboxItems
  const own = eq(inboxItems.userId, userId)
  const [items, [counted]] = await Promise.all([
    database.read
      .select({ id, code, book, followed, at, read, outcome })
      .from(inboxItems)
      .where(own)
      .orderBy(desc(at), desc(id))
      .limit(limit)
      .offset(offset),
    database.read.select({ total: count() }).from(inboxItems).where(own),
  ])
  return { items, total: counted?.total ?? 0 }
}

/** Said as its index says it, which a comparison would not be found by. */
const isUnread = ({ inboxItems }: Context, userId: string) =>
  and(eq(inboxItems.userId, userId), sql`not ${inboxItems.read}`)

async function countUnread(context: Context, userId: string): Promise<number> {
  const { database, inboxItems } = context
  const [counted] = await database.read
    .select({ unread: count() })
    .from(inboxItems)
    .where(isUnread(context, userId))
  return counted?.unread ?? 0
}

/** @param ids of items; left out, all. */
async function markRead(context: Context, userId: string, ids?: readonly string[]): Promise<void> {
  const { database, inboxItems } = context
  const chosen = ids && isOneOf(database, inboxItems.id, ids)
  await database.write((within) =>
    within
      .update(inboxItems)
      .set({ read: true })
      .where(and(isUnread(context, userId), chosen)),
  )
}

/**
 * Tells some people of a book, unless they were told the same of it before.
 * @param followers the book is requested for those who want that.
 * @returns who is told now.
 */
async function add(
  { database, inboxItems }: Context,
  within: Transaction,
  followers: readonly Follower[],
  { code, book, followed, at }: InboxNews,
): Promise<string[]> {
  const rows = followers.map(({ userId, requests }) => ({
    id: crypto.randomUUID(),
    userId,
    requests: String(requests),
  }))
  const told = await within
    .insert(inboxItems)
    .select(
      rowsFrom(database, rows, [
        sql`value->>'id'`,
        sql`value->>'userId'`,
        textValue(database, code),
        textValue(database, book.asin),
        jsonValue(database, book),
        textValue(database, followed.name),
        textValue(database, followed.id),
        sql`false`,
        timeValue(database, at),
        sql`case when value->>'requests' = 'true' then ${timeValue(database, at)} end`,
        textValue(database, null),
      ]),
    )
    .onConflictDoNothing()
    .returning({ userId: inboxItems.userId })
  return told.map(({ userId }) => userId)
}

/**
 * Claims the request that has been due the longest.
 * @param again when it is tried again unless it ends before.
 * @returns null where none is due.
 */
async function claimRequest(
  { database, inboxItems, follows, users }: Context,
  { now, again }: { now: Date; again: Date },
): Promise<DueRequest | null> {
  const [due] = await database.read
    .select({
      itemId: inboxItems.id,
      book: inboxItems.book,
      at: inboxItems.at,
      requestAt: inboxItems.requestAt,
      user: { id: users.id, username: users.username, role: users.role, root: users.root },
      requests: follows.requests,
    })
    .from(inboxItems)
    .innerJoin(users, eq(users.id, inboxItems.userId))
    .leftJoin(
      follows,
      and(eq(follows.userId, inboxItems.userId), eq(follows.followedId, inboxItems.followedId)),
    )
    .where(lte(inboxItems.requestAt, now))
    .orderBy(asc(inboxItems.requestAt))
    .limit(1)
  if (!due?.requestAt) return null
  const { requestAt, requests, ...request } = due
  const claimed = await database.write((within) =>
    within
      .update(inboxItems)
      .set({ requestAt: again })
      .where(and(eq(inboxItems.id, due.itemId), eq(inboxItems.requestAt, requestAt)))
      .returning({ id: inboxItems.id }),
  )
  return claimed.length > 0 ? { ...request, wanted: requests === true } : null
}

/** Notes what came of a request, or null where it was not made; it is not tried again. */
async function endRequest(
  { database, inboxItems }: Context,
  id: string,
  outcome: RequestOutcome | null,
): Promise<void> {
  await database.write((within) =>
    within.update(inboxItems).set({ requestAt: null, outcome }).where(eq(inboxItems.id, id)),
  )
}

/** Removes what people were told before then. */
async function prune({ database, inboxItems }: Context, before: Date): Promise<void> {
  await database.write((within) => within.delete(inboxItems).where(lte(inboxItems.at, before)))
}
