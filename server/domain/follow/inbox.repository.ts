import { and, asc, desc, eq, exists, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { ListInboxQuery, RequestOutcome } from '#contract/inbox'
import type { Database, Transaction } from '#server/db/database'
import { hasCome } from '#server/db/due'
import { isOneOf, jsonValue, rowsFrom, textValue, timeValue } from '#server/db/sql-values'
import type { Row } from '#server/db/tables'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Followed, Follower } from './follow.types'
import { REQUEST_AGAIN } from './follow.rules'

type InboxItem = Omit<Row<'inboxItems'>, 'userId' | 'asin' | 'requestAt'>

/** The news about a book. */
interface InboxNews extends Pick<InboxItem, 'code' | 'book' | 'at'> {
  followed: Pick<Followed, 'name'>
}

/** A book to request for someone. */
export interface DueRequest {
  itemId: string
  book: BookFacts
  /** When the person was notified of the book. */
  at: Date
  user: CurrentUser
  /** Whether the person still wants the book requested; they may have changed their mind. */
  wanted: boolean
}

export type InboxRepository = ReturnType<typeof createInboxRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { inboxItems, follows, followedBooks, users } = database.tables
  return { database, inboxItems, follows, followedBooks, users }
}
type Context = ReturnType<typeof contextOf>

/** Stores the inboxes of followers. */
export function createInboxRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { list, countUnread, markRead, add, claimRequest, endRequest, prune })
}

/** A page of a person's inbox, newest first, and the total. */
async function list(
  { database, inboxItems }: Context,
  userId: string,
  { limit, offset }: ListInboxQuery,
): Promise<{ items: InboxItem[]; total: number }> {
  const { id, code, book, followed, at, read, outcome } = inboxItems
  const own = eq(inboxItems.userId, userId)
  const [items, total] = await Promise.all([
    database.read
      .select({ id, code, book, followed, at, read, outcome })
      .from(inboxItems)
      .where(own)
      .orderBy(desc(at), desc(id))
      .limit(limit)
      .offset(offset),
    database.read.$count(inboxItems, own),
  ])
  return { items, total }
}

/** Must be worded like its index, which a comparison would not use. */
const isUnread = ({ inboxItems }: Context, userId: string) =>
  and(eq(inboxItems.userId, userId), sql`not ${inboxItems.read}`)

async function countUnread(context: Context, userId: string): Promise<number> {
  return context.database.read.$count(context.inboxItems, isUnread(context, userId))
}

/** @param ids items to mark; all if omitted. */
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
 * Notifies followers of news about a book, unless they got the same news through something else they follow.
 * @param followers the book is requested for those who want that, whether or not they got the same news before.
 * @returns who is notified now.
 */
async function add(
  context: Context,
  within: Transaction,
  followers: readonly Follower[],
  { code, book, followed, at }: InboxNews,
): Promise<string[]> {
  const { database, inboxItems } = context
  const rows = followers.map(({ userId, requests }) => ({
    id: crypto.randomUUID(),
    userId,
    requests: String(requests),
  }))
  const notified = await within
    .insert(inboxItems)
    .select(
      rowsFrom(database, rows, [
        sql`value->>'id'`,
        sql`value->>'userId'`,
        textValue(database, code),
        textValue(database, book.asin),
        jsonValue(database, book),
        textValue(database, followed.name),
        sql`false`,
        timeValue(database, at),
        sql`case when value->>'requests' = 'true' then ${timeValue(database, at)} end`,
        textValue(database, null),
      ]),
    )
    .onConflictDoNothing()
    .returning({ userId: inboxItems.userId })
  const notifiedIds = notified.map(({ userId }) => userId)
  const toSchedule = followers.filter(({ userId, requests }) => requests && !notifiedIds.includes(userId))
  if (toSchedule.length > 0) await scheduleRequests(context, within, toSchedule, { code, book, at })
  return notifiedIds
}

/**
 * Schedules a request for people who got the same news before, unless one is already scheduled or done.
 */
async function scheduleRequests(
  { database, inboxItems }: Context,
  within: Transaction,
  followers: readonly Follower[],
  { code, book, at }: Pick<InboxNews, 'code' | 'book' | 'at'>,
): Promise<void> {
  const userIds = followers.map(({ userId }) => userId)
  const isSameNews = and(
    isOneOf(database, inboxItems.userId, userIds),
    eq(inboxItems.asin, book.asin),
    eq(inboxItems.code, code),
  )
  await within
    .update(inboxItems)
    .set({ requestAt: at })
    .where(and(isSameNews, isNull(inboxItems.requestAt), isNull(inboxItems.outcome)))
}

/**
 * Claims the request that has been due longest.
 * @param again when to retry unless the request ends before that.
 * @returns null if no request is due.
 */
async function claimRequest(
  context: Context,
  { now, again }: { now: Date; again: Date },
): Promise<DueRequest | null> {
  const { database, inboxItems, users } = context
  const [due] = await database.read
    .select({
      itemId: inboxItems.id,
      book: inboxItems.book,
      at: inboxItems.at,
      requestAt: inboxItems.requestAt,
      user: { id: users.id, username: users.username, role: users.role, root: users.root },
      wanted: sql<boolean>`${exists(followWithRequests(context))}`.mapWith(Boolean),
    })
    .from(inboxItems)
    .innerJoin(users, eq(users.id, inboxItems.userId))
    .where(and(isNotNull(inboxItems.requestAt), hasCome(inboxItems.requestAt, now, REQUEST_AGAIN)))
    .orderBy(asc(inboxItems.requestAt))
    .limit(1)
  if (!due?.requestAt) return null
  const { requestAt, ...request } = due
  const claimed = await database.write((within) =>
    within
      .update(inboxItems)
      .set({ requestAt: again })
      .where(and(eq(inboxItems.id, due.itemId), eq(inboxItems.requestAt, requestAt)))
      .returning({ id: inboxItems.id }),
  )
  return claimed.length > 0 ? request : null
}

/** Selects a follow of the person that the book belongs to, with new books to be requested. */
function followWithRequests({ database, inboxItems, follows, followedBooks }: Context) {
  return database.read
    .select({ id: follows.id })
    .from(follows)
    .innerJoin(followedBooks, eq(followedBooks.followedId, follows.followedId))
    .where(
      and(
        eq(follows.userId, inboxItems.userId),
        eq(follows.requests, true),
        eq(followedBooks.asin, inboxItems.asin),
      ),
    )
}

/** Stores the outcome of a request, or null if the request was not made. It is not retried. */
async function endRequest(
  { database, inboxItems }: Context,
  id: string,
  outcome: RequestOutcome | null,
): Promise<void> {
  await database.write((within) =>
    within.update(inboxItems).set({ requestAt: null, outcome }).where(eq(inboxItems.id, id)),
  )
}

/** Deletes items from before the given time. */
async function prune({ database, inboxItems }: Context, before: Date): Promise<void> {
  await database.write((within) => within.delete(inboxItems).where(lte(inboxItems.at, before)))
}
