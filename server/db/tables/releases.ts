import type { Cause } from '#contract/cause'
import { sql } from 'drizzle-orm'
import type { PersonVerdict } from '#contract/judged-pairs'
import type { ReleaseMetadataDto, Verdict } from '#contract/releases'
import type { ColumnTypes } from '#server/db/column-types'
import type { StoredIndexerAnswer, StoredOffer, StoredRelease, StoredWanted } from '#server/db/stored-release'
import type { RequestTables } from './requests'

/** Searches that found something: only a query with the same wording uses their index. */
export const HAS_FOUND = sql`state = 'finished' and found > 0`

/** Searches, their releases, and grabs. */
export function defineReleaseTables(types: ColumnTypes, { audiobooks }: Pick<RequestTables, 'audiobooks'>) {
  const { table, text, integer, time, json, index, uniqueIndex, primaryKey } = types

  /**
   * A search for releases of a book, with its results. The newest one serves as the cache; a running one is
   * under a lease, so that all instances together run only one per book.
   */
  const releaseSearches = table(
    'release_searches',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      state: text().$type<'running' | 'finished' | 'failed'>().notNull(),
      /** Username, or null for the server itself. */
      actor: text(),
      /** How each indexer answered. */
      indexers: json<StoredIndexerAnswer[]>().notNull(),
      found: integer().notNull().default(0),
      accepted: integer().notNull().default(0),
      /** What went wrong, even if some indexers answered. */
      cause: json<Cause>(),
      leaseOwner: text(),
      leaseUntil: time(),
      startedAt: time().notNull(),
      finishedAt: time(),
    },
    (columns) => [
      index('release_searches_asin_started').on(columns.asin, columns.startedAt),
      index('release_searches_started').on(columns.startedAt, columns.id),
      index('release_searches_with_releases').on(columns.asin).where(HAS_FOUND),
      uniqueIndex('release_searches_one_running')
        .on(columns.asin)
        .where(sql`state = 'running'`),
    ],
  )

  /** The releases of a search, with their verdicts at the time. Download links are never stored. */
  const releases = table(
    'releases',
    {
      searchId: text()
        .notNull()
        .references(() => releaseSearches.id, { onDelete: 'cascade' }),
      /** From 1, best first. */
      rank: integer().notNull(),
      guid: text().notNull(),
      indexerId: integer().notNull(),
      /** The indexer's data. */
      facts: json<StoredRelease>().notNull(),
      /** What was parsed from the facts. */
      metadata: json<ReleaseMetadataDto>().notNull(),
      verdict: json<Verdict>().notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.searchId, columns.indexerId, columns.guid] })],
  )

  /** Every grab, stored before it is sent. */
  const grabs = table(
    'grabs',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      guid: text().notNull(),
      indexerId: integer().notNull(),
      title: text().notNull(),
      facts: json<StoredRelease>().notNull(),
      /** The search it was chosen from: only so many releases of one search are tried. */
      searchId: text(),
      state: text()
        .$type<'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'postponed' | 'reverted'>()
        .notNull(),
      /** Username, or null for the server itself. */
      actor: text(),
      cause: json<Cause>(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('grabs_asin_created').on(columns.asin, columns.createdAt),
      // At most one grab of a book is in progress, and no release is grabbed twice for a book.
      uniqueIndex('grabs_one_under_way')
        .on(columns.asin)
        .where(sql`state in ('sending', 'unconfirmed')`),
      uniqueIndex('grabs_release_once')
        .on(columns.asin, columns.indexerId, columns.guid)
        .where(sql`state in ('sending', 'unconfirmed', 'grabbed')`),
    ],
  )

  /** Blocked releases of a book: a person rejected them, or their download failed. */
  const blockedReleases = table(
    'blocked_releases',
    {
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      indexerId: integer().notNull(),
      guid: text().notNull(),
      title: text().notNull(),
      /** Username; empty for the server itself. */
      actor: text().notNull(),
      /** Why the server blocked it. */
      cause: json<Cause>(),
      at: time().notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.asin, columns.indexerId, columns.guid] })],
  )

  /**
   * People's rulings on releases, whether against the ranking's verdict or in line with it; one per release
   * and book, the newest. Each row is independent and outlives its book and its search, since it is about
   * names and not about requests: withdrawing a request must not lose what was learnt from the ruling.
   */
  const judgedPairs = table(
    'judged_pairs',
    {
      id: text().primaryKey(),
      asin: text().notNull(),
      indexerId: integer().notNull(),
      guid: text().notNull(),
      said: text().$type<PersonVerdict>().notNull(),
      book: json<StoredWanted>().notNull(),
      offer: json<StoredOffer>().notNull(),
      /** The ranking's verdict at the time. */
      verdict: json<Verdict>().notNull(),
      /** Username. */
      actor: text().notNull(),
      at: time().notNull(),
    },
    (columns) => [
      uniqueIndex('judged_pairs_release').on(columns.asin, columns.indexerId, columns.guid),
      index('judged_pairs_at').on(columns.at, columns.id),
    ],
  )

  return { releaseSearches, releases, grabs, blockedReleases, judgedPairs }
}

export type ReleaseTables = ReturnType<typeof defineReleaseTables>
