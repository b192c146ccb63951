import type { Cause } from '#contract/cause'
import { sql } from 'drizzle-orm'
import type { PersonVerdict } from '#contract/judged-pairs'
import type { ReleaseMetadataDto, Verdict } from '#contract/releases'
import type { Kit } from '#server/db/kit'
import type { StoredIndexerAnswer, StoredOffer, StoredRelease, StoredWanted } from '#server/db/stored-release'
import type { RequestTables } from './requests'

/** Searches that have found something: a query that says the same, word by word, may use their index. */
export const HAS_FOUND = sql`state = 'finished' and found > 0`

/** What was found for books, and what of it was grabbed. */
export function defineReleaseTables(kit: Kit, { audiobooks }: Pick<RequestTables, 'audiobooks'>) {
  const { table, text, integer, time, json, index, uniqueIndex, primaryKey } = kit

  /**
   * A search for releases of a book: who asked the indexers when, and what came of it. The newest one is the
   * cache; one that is under way is held by a lease, so that all instances run one per book.
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
      /** What went wrong, also where some indexers answered. */
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

  /** What a search found, with the verdict of that moment. Download links are never stored. */
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
      /** Everything the indexer said. */
      facts: json<StoredRelease>().notNull(),
      /** What was read from that. */
      metadata: json<ReleaseMetadataDto>().notNull(),
      verdict: json<Verdict>().notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.searchId, columns.indexerId, columns.guid] })],
  )

  /** Every grab, written down before it is sent. */
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
      /** The search it was chosen from: of one search only so many releases are tried. */
      searchId: text(),
      state: text().$type<'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'reverted'>().notNull(),
      /** Username, or null for the server itself. */
      actor: text(),
      cause: json<Cause>(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('grabs_asin_created').on(columns.asin, columns.createdAt),
      // A book has one grab under way at most, and no release is grabbed twice for it.
      uniqueIndex('grabs_one_under_way')
        .on(columns.asin)
        .where(sql`state in ('sending', 'unconfirmed')`),
      uniqueIndex('grabs_release_once')
        .on(columns.asin, columns.indexerId, columns.guid)
        .where(sql`state in ('sending', 'unconfirmed', 'grabbed')`),
    ],
  )

  /** Releases that are not grabbed for a book: a person does not want them, or their download failed. */
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
   * What people said of releases against, or beside, the verdict of the ranking: the newest word of a release and
   * book. Each row stands for itself and outlives its book and its search, since it is about names and says nothing
   * of requests: withdrawing a book must not lose what was learnt from it.
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
      /** Of the ranking, as it was then. */
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
