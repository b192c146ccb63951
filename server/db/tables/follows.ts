import { sql } from 'drizzle-orm'
import type { Region } from '#contract/common'
import type { FollowKind } from '#contract/follows'
import type { BookFacts } from '#server/domain/books/books.types'
import type { InboxCode, RequestOutcome } from '#contract/inbox'
import type { Kit } from '#server/db/kit'
import type { AccountTables } from './accounts'

/** What people follow, and what they are told of it. */
export function defineFollowTables(kit: Kit, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = kit
  const ofUser = () =>
    text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })

  /** Series and people in the catalogue of a region, each once however many follow it. */
  const followed = table(
    'followed',
    {
      /** Kind, region and key. */
      id: text().primaryKey(),
      kind: text().$type<FollowKind>().notNull(),
      region: text().$type<Region>().notNull(),
      /** The ASIN of a series, the folded name of a person. */
      key: text().notNull(),
      name: text().notNull(),
      /** When its books were last read; null before the first time. */
      lookedAt: time(),
      dueAt: time().notNull(),
      /** Looks that failed since the last one that did not. */
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

  /** Its books that were there at the last look. */
  const followedBooks = table(
    'followed_books',
    {
      followedId: ofFollowed(),
      asin: text().notNull(),
      /** Whether it was not out yet. */
      announced: boolean().notNull(),
      /** ISO date of one that comes out, or did so lately; null of the others. */
      releaseDate: text(),
      /** What is shown of such a book; null of the others. */
      book: json<BookFacts>(),
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
      /** Whether new books are requested for this person without asking. */
      requests: boolean().notNull(),
      since: time().notNull(),
    },
    (columns) => [
      uniqueIndex('follows_user_followed_unique').on(columns.userId, columns.followedId),
      index('follows_followed').on(columns.followedId),
    ],
  )

  /** What people are told here; of one book, each thing once. */
  const inboxItems = table(
    'inbox_items',
    {
      id: text().primaryKey(),
      userId: ofUser(),
      code: text().$type<InboxCode>().notNull(),
      asin: text().notNull(),
      book: json<BookFacts>().notNull(),
      /** What is followed, as it was called. */
      followed: text().notNull(),
      read: boolean().notNull(),
      at: time().notNull(),
      /** From when on the book is requested for this person; null where it is not, or not any more. */
      requestAt: time(),
      /** What came of that. */
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

  /** Private addresses of calendars, one a person; of its token a digest. */
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
