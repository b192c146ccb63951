import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import type { FoundRelease } from './release-search.types'

/** Rows in one statement: a statement on a file holds up everything else while it runs. */
const CHUNK = 25
/** The same for reading them, which costs about half. */
const READ_CHUNK = 50

export type ReleasesRepository = ReturnType<typeof createReleasesRepository>

/**
 * Stores what searches found, and which releases people do not want.
 * @param dependencies.yieldNow lets waiting requests have their turn.
 * @param dependencies.yieldEvery makes the same for work that calls it often.
 */
export function createReleasesRepository(dependencies: {
  database: Database
  yieldNow: () => Promise<void>
  yieldEvery: () => () => Promise<void>
}) {
  const { database, yieldNow, yieldEvery } = dependencies
  const { releases, releaseSearches: searches, blockedReleases: blocked } = database.tables
  const columns = {
    rank: releases.rank,
    facts: releases.facts,
    metadata: releases.metadata,
    verdict: releases.verdict,
  }
  const isBlocked = (asin: string, { guid, indexerId }: ReleaseIdentity) =>
    and(eq(blocked.asin, asin), eq(blocked.indexerId, indexerId), eq(blocked.guid, guid))

  return {
    /** Puts what a search has found so far in the place of what it had found before. */
    async replace(within: Transaction, searchId: string, found: readonly FoundRelease[]): Promise<void> {
      await within.delete(releases).where(eq(releases.searchId, searchId))
      for (let start = 0; start < found.length; start += CHUNK) {
        await yieldNow()
        await within.insert(releases).values(
          found.slice(start, start + CHUNK).map(({ rank, facts, metadata, verdict }) => ({
            searchId,
            rank,
            guid: facts.guid,
            indexerId: facts.indexer_id,
            facts,
            metadata,
            verdict,
          })),
        )
      }
    },

    /**
     * What a search found, best first. Thousands of rows are read some at a time, so what is found meanwhile by a
     * search that is still running may be among them; a release is there once.
     */
    async list(searchId: string): Promise<FoundRelease[]> {
      const listed = new Map<string, FoundRelease>()
      const letOthers = yieldEvery()
      let last = 0
      for (;;) {
        await letOthers()
        const rows = await database.read
          .select(columns)
          .from(releases)
          .where(and(eq(releases.searchId, searchId), gt(releases.rank, last)))
          .orderBy(asc(releases.rank))
          .limit(READ_CHUNK)
        for (const row of rows) {
          const key = `${row.facts.indexer_id} ${row.facts.guid}`
          if (!listed.has(key)) listed.set(key, row)
        }
        if (rows.length < READ_CHUNK) return [...listed.values()]
        last = rows.at(-1)?.rank ?? last
      }
    },

    /** A release of a book as the newest search found it that did; null when none did. */
    async find(
      asin: string,
      { guid, indexerId }: ReleaseIdentity,
    ): Promise<{ facts: StoredRelease; searchId: string } | null> {
      const [row] = await database.read
        .select({ facts: releases.facts, searchId: releases.searchId })
        .from(releases)
        .innerJoin(searches, eq(searches.id, releases.searchId))
        .where(and(eq(searches.asin, asin), eq(releases.indexerId, indexerId), eq(releases.guid, guid)))
        .orderBy(desc(searches.startedAt))
        .limit(1)
      return row ?? null
    },

    async listBlocked(
      asin: string,
      within: Pick<Transaction, 'select'> = database.read,
    ): Promise<ReleaseIdentity[]> {
      return within
        .select({ guid: blocked.guid, indexerId: blocked.indexerId })
        .from(blocked)
        .where(eq(blocked.asin, asin))
    },

    /** @returns false when it was blocked already. */
    async block(
      within: Transaction,
      release: ReleaseIdentity & { asin: string; title: string; actor: string; at: Date },
    ): Promise<boolean> {
      const added = await within
        .insert(blocked)
        .values(release)
        .onConflictDoNothing()
        .returning({ guid: blocked.guid })
      return added.length > 0
    },

    /** @returns its title; null when it was not blocked. */
    async unblock(within: Transaction, asin: string, release: ReleaseIdentity): Promise<string | null> {
      const [removed] = await within
        .delete(blocked)
        .where(isBlocked(asin, release))
        .returning({ title: blocked.title })
      return removed?.title ?? null
    },
  }
}
