import type { DownloadSettings } from '#contract/download-settings'
import type { StoredRelease } from '#server/db/stored-release'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { Release } from '#server/domain/ranking/ranking.types'
import { toRelease } from './ranking-input'
import { keyOf } from './release-key.rules'
import type { FoundRelease, WantedRecording } from './release-search.types'

type RankContext = Pick<
  FulfilmentContext,
  'rank' | 'settings' | 'accountIsVip' | 'clock' | 'relatedBooks'
> & {
  releases: Pick<FulfilmentContext['releases'], 'listBlocked'>
}

/**
 * Ranks what was found for a book as settings and people want it now, best first. A release that was found twice is
 * there once.
 * @param unsaved settings to rank by, in place of the stored ones.
 */
export async function rankFound(
  { rank, settings, releases, accountIsVip, clock, relatedBooks }: RankContext,
  book: WantedRecording,
  found: readonly StoredRelease[],
  unsaved?: DownloadSettings,
): Promise<FoundRelease[]> {
  const factsOf = new Map<Release, StoredRelease>()
  const ranked = await rank({
    book,
    related: found.length === 0 ? [] : await relatedBooks(book),
    releases: releasesOf(found, factsOf),
    settings: unsaved ?? (await settings()),
    blocked: await releases.listBlocked(book.asin),
    accountIsVip: await accountIsVip(),
    now: clock(),
  })
  return ranked.flatMap(({ release, rank: place, metadata, verdict }) => {
    const facts = factsOf.get(release)
    return facts ? [{ rank: place, facts, metadata, verdict }] : []
  })
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
