import { sql } from 'drizzle-orm'
import type { Region } from '#contract/common'
import type { FollowKind } from '#contract/follows'
import type { InboxCode, RequestOutcome } from '#contract/inbox'
import type { ColumnTypes } from '#server/db/column-types'
import type { StoredFacts } from '#server/db/stored-facts'
import type { AccountTables } from './accounts'

/** What people follow, and their inboxes. */
export function defineFollowTables(types: ColumnTypes, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = types
  const ofUser = () =>
    text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })

  /** Followed series and people of a region's catalogue, one row each, however many people follow it. */
  const followed = table(
    'followed',
    {
      /** Kind, region and key. */
      id: text().primaryKey(),
      kind: text().$type<FollowKind>().notNull(),
      region: text().$type<Region>().notNull(),
      /** The ASIN of a series, or the folded name of a person. */
      key: text().notNull(),
      name: text().notNull(),
      /** When its books were last checked; null before the first check. */
      lookedAt: time(),
      dueAt: time().notNull(),
      /** Failed checks since the last success. */
      failures: integer().notNull().default(0),
      leaseOwner: text(),
      leaseUntil: time(),
    },
    (columns) => [index('followed_due_at').on(columns.dueAt)],
  )
  const ofFollowed = () =>
    text()
      .notNull()
      .references(() => followed.id, { onDelete: 'cascade' })

  /** The books of each followed item at the last check. */
  const followedBooks = table(
    'followed_books',
    {
      followedId: ofFollowed(),
      asin: text().notNull(),
      /** Whether the book was announced but not yet out. */
      announced: boolean().notNull(),
      /** ISO date of an upcoming or recent book; null for others. */
      releaseDate: text(),
      /** The facts to show about an upcoming or recent book; null for others. */
      book: json<StoredFacts>(),
    },
    (columns) => [
      primaryKey({ columns: [columns.followedId, columns.asin] }),
      index('followed_books_release').on(columns.followedId, columns.releaseDate),
    ],
  )

  const follows = table(
    'follows',
    {
      id: text().primaryKey(),
      userId: ofUser(),
      followedId: ofFollowed(),
      /** Whether new books are requested automatically for this person. */
      requests: boolean().notNull(),
      since: time().notNull(),
    },
    (columns) => [
      uniqueIndex('follows_user_followed_unique').on(columns.userId, columns.followedId),
      index('follows_followed').on(columns.followedId),
    ],
  )

  /** Inbox items; one per book and kind of news. */
  const inboxItems = table(
    'inbox_items',
    {
      id: text().primaryKey(),
      userId: ofUser(),
      code: text().$type<InboxCode>().notNull(),
      asin: text().notNull(),
      book: json<StoredFacts>().notNull(),
      /** Name of the followed item at the time. */
      followed: text().notNull(),
      read: boolean().notNull(),
      at: time().notNull(),
      /** When the book will be requested for this person; null if it will not be, or no longer. */
      requestAt: time(),
      /** The outcome of that request. */
      outcome: text().$type<RequestOutcome>(),
    },
    (columns) => [
      uniqueIndex('inbox_items_user_book_unique').on(columns.userId, columns.asin, columns.code),
      index('inbox_items_user_at').on(columns.userId, columns.at, columns.id),
      index('inbox_items_unread')
        .on(columns.userId)
        .where(sql`not read`),
      index('inbox_items_request_at')
        .on(columns.requestAt)
        .where(sql`request_at is not null`),
      index('inbox_items_at').on(columns.at),
    ],
  )

  /** Private calendar addresses, one per person; only a digest of the token is stored. */
  const feeds = table(
    'feeds',
    {
      userId: text()
        .primaryKey()
        .references(() => users.id, { onDelete: 'cascade' }),
      tokenHash: text().notNull(),
      createdAt: time().notNull(),
    },
    (columns) => [uniqueIndex('feeds_token_hash_unique').on(columns.tokenHash)],
  )

  return { followed, followedBooks, follows, inboxItems, feeds }
}
