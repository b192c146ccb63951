import { sql } from 'drizzle-orm'
import type { Cause } from '#contract/cause'
import type {
  BookStatus,
  FulfilmentState,
  RequestStatus,
  TimelineDetail,
  TimelineKind,
} from '#contract/books'
import type { Region } from '#contract/common'
import type { Wishes } from '#contract/wishes'
import type { Kit } from '#server/db/kit'
import type { StoredSeries } from '#server/db/stored-release'
import type { AccountTables } from './accounts'

/** The books that lists show: a query that says the same, word by word, may use their indexes. */
export const LISTED = sql`requested_at is not null`

/** The books whose series and people are still to be joined: a query that says the same may use their index. */
export const UNLINKED = sql`not linked`

/**
 * Steps of a book that nothing depends on, and that are removed when they are old: a query that says the same, word by
 * word, may use their index. What people did, and what came of it, is never among them.
 */
export const IS_STEP = sql`kind in ('search_started', 'searched', 'not_found', 'search_failed', 'grab_rejected', 'grab_unconfirmed', 'download_started', 'library_scan')`

/** The books that are wanted, by whom, and where the work on them stands. */
export function defineRequestTables(kit: Kit, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = kit

  const audiobooks = table(
    'audiobooks',
    {
      asin: text().primaryKey(),
      region: text().$type<Region>().notNull(),
      title: text().notNull(),
      subtitle: text(),
      authors: json<string[]>().notNull(),
      narrators: json<string[]>().notNull(),
      series: json<StoredSeries[]>().notNull(),
      language: text(),
      edition: text().$type<'unabridged' | 'abridged' | 'dramatised' | 'original'>(),
      releaseDate: text(),
      runtimeMin: integer(),
      summary: text(),
      coverUrl: text(),
      /** Who wrote it down, where it is not from the catalogue; kept as a name when that user goes. */
      handMadeBy: text(),
      /** What the person who wrote it down said about it. */
      info: text(),
      /** The words of title, subtitle, authors, narrators and series, folded, each once; by spaces. */
      searchText: text().notNull(),
      titleKey: text().notNull(),
      authorKey: text().notNull(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
      // What lists sort and choose by, kept by triggers on requests and fulfilments: nothing else writes these.
      /** Where the book stands for everybody, as `bookStatus` of the rules says; null when nobody asked for it. */
      status: text().$type<BookStatus>(),
      /** People who asked for it, and how many of them wait, were approved and were declined. */
      requesters: integer().notNull().default(0),
      pending: integer().notNull().default(0),
      approved: integer().notNull().default(0),
      declined: integer().notNull().default(0),
      /** When somebody asked for it the last time. */
      requestedAt: time(),
      /** Names a listed book in the word index of SQLite, for which only numbers are names; kept by its triggers. */
      number: integer(),
      /** Whether its series and people are in the tables of those: books of former versions are joined in the background. */
      linked: boolean().notNull().default(false),
    },
    (columns) => {
      // Every column that chooses is in each index, so that only the rows of the page are read.
      const rest = [
        columns.requestedAt,
        columns.asin,
        columns.status,
        columns.pending,
        columns.number,
      ] as const
      const listed = (name: string) => index(`audiobooks_listed_${name}`)
      const unknownDate = sql`(release_date is null)`
      return [
        listed('date')
          .on(...rest)
          .where(LISTED),
        listed('title')
          .on(columns.titleKey, ...rest)
          .where(LISTED),
        listed('author')
          .on(columns.authorKey, columns.titleKey, ...rest)
          .where(LISTED),
        listed('oldest')
          .on(unknownDate, columns.releaseDate, ...rest)
          .where(LISTED),
        listed('newest')
          .on(unknownDate, sql`release_date desc`, ...rest)
          .where(LISTED),
        listed('requesters')
          .on(columns.requesters, ...rest)
          .where(LISTED),
        listed('status')
          .on(columns.status, columns.requestedAt, columns.asin, columns.pending, columns.number)
          .where(LISTED),
        listed('pending')
          .on(columns.requestedAt, columns.asin, columns.number)
          .where(sql`pending > 0`),
        uniqueIndex('audiobooks_number').on(columns.number),
        index('audiobooks_unlinked').on(columns.asin).where(UNLINKED),
      ]
    },
  )

  const requests = table(
    'requests',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      status: text().$type<RequestStatus>().notNull(),
      reason: text(),
      /** How often it was declined: who was declined may ask once more. */
      declines: integer().notNull().default(0),
      /** Null where this person wishes for nothing. */
      wishes: json<Wishes>(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('requests_asin_user_unique').on(columns.asin, columns.userId),
      index('requests_user_asin').on(columns.userId, columns.asin),
      index('requests_user_created_at').on(columns.userId, columns.createdAt),
      index('requests_created_at').on(columns.createdAt),
    ],
  )

  /**
   * The requests that count against the quotas of people, one for each book; a row outlives a request that is withdrawn
   * after a release was grabbed.
   */
  const quotaUses = table(
    'quota_uses',
    {
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      asin: text().notNull(),
      /** When the book was requested. */
      at: time().notNull(),
    },
    (columns) => [
      primaryKey({ columns: [columns.userId, columns.asin] }),
      index('quota_uses_user_at').on(columns.userId, columns.at),
    ],
  )

  const fulfilments = table(
    'fulfilments',
    {
      asin: text()
        .primaryKey()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      state: text().$type<FulfilmentState>().notNull(),
      /**
       * When it is looked for again, or the history is asked again while a grab is unconfirmed; null: at once
       * where automatic download is on, never in the states that end the work.
       */
      nextTryAt: time(),
      cause: json<Cause>(),
      /** Searches in a row that found nothing acceptable; decides the next pause. */
      misses: integer().notNull().default(0),
      /** Searches in a row that no indexer answered; decides the next pause. */
      failures: integer().notNull().default(0),
      /** Whether a person wants the next try made, also while automatic download is off. */
      asked: boolean().notNull().default(false),
      /** Whether a person wants it looked for at once: the plan above stays as it is meanwhile. */
      byHand: boolean().notNull().default(false),
      /** Whether people were told that it was not found. */
      toldMissing: boolean().notNull().default(false),
      /** Whether an administrator has stopped the automatic search until told otherwise. */
      stopped: boolean().notNull().default(false),
      /** Whether the library has had it since it is available: only then can it be lost. */
      seenInLibrary: boolean().notNull().default(false),
      /** Whether the library had it and has lost it; of no meaning in other states than available. */
      leftLibrary: boolean().notNull().default(false),
      /** Who is working on it and until when nobody else may; null when nobody is. */
      leaseOwner: text(),
      leaseUntil: time(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('fulfilments_state').on(columns.state),
      index('fulfilments_due').on(columns.state, columns.nextTryAt),
    ],
  )

  /** What happened to a book, oldest first; kept when a user goes, so the actor is a name. */
  const timeline = table(
    'timeline',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      kind: text().$type<TimelineKind>().notNull(),
      /** Username; null for the server itself. */
      actor: text(),
      detail: json<TimelineDetail>(),
      at: time().notNull(),
    },
    (columns) => [
      index('timeline_asin_at').on(columns.asin, columns.at),
      index('timeline_steps_at').on(columns.at, columns.id).where(IS_STEP),
    ],
  )

  return { audiobooks, requests, quotaUses, fulfilments, timeline }
}

export type RequestTables = ReturnType<typeof defineRequestTables>
