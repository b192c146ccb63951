import { sql } from 'drizzle-orm'
import type { Cause } from '#contract/cause'
import type {
  BookStatus,
  Edition,
  FulfilmentState,
  RequestStatus,
  TimelineDetail,
  TimelineKind,
} from '#contract/books'
import type { Region } from '#contract/common'
import type { Wishes } from '#contract/wishes'
import type { ColumnTypes } from '#server/db/column-types'
import type { StoredSeries } from '#server/db/stored-facts'
import type { AccountTables } from './accounts'

/** Listed books: only a query with the same wording uses their indexes. */
export const LISTED = sql`requested_at is not null`

/** Books not yet linked with their series and people: only a query with the same wording uses their index. */
export const UNLINKED = sql`not linked`

/**
 * Activity that nothing depends on and that is deleted with age: only a query with the same wording uses its
 * index. Never includes actions of people or the outcome of a book.
 */
export const IS_STEP = sql`kind in ('search_started', 'searched', 'not_found', 'search_failed', 'grab_rejected', 'grab_postponed', 'grab_unconfirmed', 'download_started', 'library_scan')`

/** Wanted books, their requesters, and their fulfilment. */
export function defineRequestTables(types: ColumnTypes, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = types

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
      edition: text().$type<Edition>(),
      releaseDate: text(),
      runtimeMin: integer(),
      summary: text(),
      coverUrl: text(),
      /** Who entered it by hand, if it is not from the catalogue; stored as a name, which outlives the user. */
      handMadeBy: text(),
      /** That person's note. */
      info: text(),
      /**
       * The folded words of title, subtitle, authors, narrators and series, without duplicates, separated by spaces.
       */
      searchText: text().notNull(),
      titleKey: text().notNull(),
      authorKey: text().notNull(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
      // Columns that lists sort and filter by. Triggers on requests and fulfilments maintain them: nothing
      // else writes them.
      /**
       * The status across all requests, as computed by `bookStatus` in the rules; null if no one has
       * requested it.
       */
      status: text().$type<BookStatus>(),
      /** Number of requesters, and how many are waiting, approved and declined. */
      requesters: integer().notNull().default(0),
      pending: integer().notNull().default(0),
      approved: integer().notNull().default(0),
      declined: integer().notNull().default(0),
      /** Time of the latest request. */
      requestedAt: time(),
      /**
       * Identifies a listed book in SQLite's word index, which allows only numbers; maintained by that
       * index's triggers.
       */
      number: integer(),
      /** Whether it is linked with its series and people: books of earlier versions are linked in the background. */
      linked: boolean().notNull().default(false),
    },
    (columns) => {
      // Each index has every filtering column, so that only the rows of the page are read.
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
      /** Number of declines; after the first one, the person may request the book once more. */
      declines: integer().notNull().default(0),
      /** Whether it is approved only because the book was there: void once the book has to be got. */
      settled: boolean().notNull().default(false),
      /** Whether it was approved while somebody else's was: its wishes stop nothing then. */
      joined: boolean().notNull().default(false),
      /** Null if this person has no wishes. */
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

  /** Requests that count against quotas, one per person and book; a row outlives a request withdrawn after a grab. */
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
       * When the book is searched for again or, while a grab is unconfirmed, the history is queried again.
       * Null: at once if automatic download is on, but never in final states.
       */
      nextAttemptAt: time(),
      /** The connection that it waits for: its id, the name of the search service, or a protocol. */
      waitsFor: text(),
      cause: json<Cause>(),
      /** Searches in a row that found nothing acceptable; decides the next pause. */
      misses: integer().notNull().default(0),
      /** Searches in a row that no indexer answered; decides the next pause. */
      failures: integer().notNull().default(0),
      /** Whether a person requested the next attempt, even if automatic download is off. */
      asked: boolean().notNull().default(false),
      /** Whether a person requested a search at once; `nextAttemptAt` is unchanged. */
      atOnce: boolean().notNull().default(false),
      /** Whether people were told that the book was not found. */
      toldMissing: boolean().notNull().default(false),
      /** Whether an administrator has stopped the automatic search. */
      stopped: boolean().notNull().default(false),
      /** Whether the library has had the book since it became available: only then can it be lost. */
      seenInLibrary: boolean().notNull().default(false),
      /** Whether the library had it and lost it; meaningful only while available. */
      leftLibrary: boolean().notNull().default(false),
      /** Who is working on it, and until when; null if no one is. */
      leaseOwner: text(),
      leaseUntil: time(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('fulfilments_state').on(columns.state),
      index('fulfilments_due').on(columns.state, columns.nextAttemptAt),
    ],
  )

  /** A book's activity, oldest first; it outlives users, so the actor is stored by name. */
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
