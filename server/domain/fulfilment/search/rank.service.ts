import type { DownloadSettings } from '#contract/download-settings'
import type { StoredRelease } from '#server/db/stored-release'
import type { Release, ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import { toRelease } from './ranking-input'
import type { FoundRelease, Rank, WantedRecording } from './release-search.types'

export interface RankReleasesDependencies {
  rank: Rank
  settings: () => Promise<DownloadSettings>
  /** Releases that people do not want for a book. */
  blocked: (asin: string) => Promise<ReleaseIdentity[]>
  /** Whether the account at the indexer may download what is for higher classes. */
  accountIsVip: () => Promise<boolean>
  clock: () => Date
}

export type RankReleases = ReturnType<typeof createRankReleases>

/** Judges releases as settings and people want it now. */
export function createRankReleases(dependencies: RankReleasesDependencies) {
  const { rank, settings, blocked, accountIsVip, clock } = dependencies

  /**
   * Judges what was found for a book, best first. A release that was found twice is there once.
   * @param unsaved settings to rank by, in place of the stored ones.
   */
  return async function rankReleases(
    book: WantedRecording,
    found: readonly StoredRelease[],
    unsaved?: DownloadSettings,
  ): Promise<FoundRelease[]> {
    const factsOf = new Map<Release, StoredRelease>()
    const ranked = await rank({
      book,
      releases: releasesOf(found, factsOf),
      settings: unsaved ?? (await settings()),
      blocked: await blocked(book.asin),
      accountIsVip: await accountIsVip(),
      now: clock(),
    })
    return ranked.flatMap(({ release, rank: place, metadata, verdict }) => {
      const facts = factsOf.get(release)
      return facts ? [{ rank: place, facts, metadata, verdict }] : []
    })
  }
}

/** Every release once. Thousands take a while to read, which is spread over the ranking this way. */
function* releasesOf(
  found: readonly StoredRelease[],
  factsOf: Map<Release, StoredRelease>,
): Generator<Release> {
  const seen = new Set<string>()
  for (const facts of found) {
    const key = keyOf(facts.guid, facts.indexer_id)
    if (seen.has(key)) continue
    seen.add(key)
    const release = toRelease(facts)
    factsOf.set(release, facts)
    yield release
  }
}

/** A guid names a release only together with its indexer. */
export const keyOf = (guid: string, indexerId: number): string => `${indexerId} ${guid}`
