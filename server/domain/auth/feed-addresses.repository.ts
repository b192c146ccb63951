import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from './auth.types'

export type FeedAddressesRepository = ReturnType<typeof createFeedAddressesRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { feeds, users } = database.tables
  return { database, feeds, users }
}
type Context = ReturnType<typeof contextOf>

/** Stores the private addresses of calendars, as digests. */
export function createFeedAddressesRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { find, createdAt, put, remove })
}

/** The owner of an address, with their current role; undefined if there is none. */
async function find(
  { database, feeds, users }: Context,
  tokenHash: string,
): Promise<CurrentUser | undefined> {
  const [user] = await database.read
    .select({ id: users.id, username: users.username, role: users.role, root: users.root })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(eq(feeds.tokenHash, tokenHash))
  return user
}

async function createdAt({ database, feeds }: Context, userId: string): Promise<Date | null> {
  const [row] = await database.read
    .select({ createdAt: feeds.createdAt })
    .from(feeds)
    .where(eq(feeds.userId, userId))
  return row?.createdAt ?? null
}

/** Stores a person's single address. */
async function put(
  { feeds }: Context,
  within: Transaction,
  feed: { userId: string; tokenHash: string; createdAt: Date },
): Promise<void> {
  const { tokenHash, createdAt: at } = feed
  await within
    .insert(feeds)
    .values(feed)
    .onConflictDoUpdate({ target: feeds.userId, set: { tokenHash, createdAt: at } })
}

/** @returns whether there was one. */
async function remove({ feeds }: Context, within: Transaction, userId: string): Promise<boolean> {
  const removed = await within
    .delete(feeds)
    .where(eq(feeds.userId, userId))
    .returning({ userId: feeds.userId })
  return removed.length > 0
}
