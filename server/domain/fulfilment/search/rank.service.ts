import type { DownloadSettings } from '#contract/download-settings'
import { yieldEvery } from '#server/async/yield'
import type { StoredRelease } from '#server/db/stored-release'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { Release } from '#server/domain/ranking/ranking.types'
import { keyOf } from './release-search.rules'
import type { FoundRelease, WantedRecording } from './release-search.types'

type RankContext = Pick<
  FulfilmentContext,
  'rank' | 'settings' | 'accountIsVip' | 'clock' | 'relatedBooks'
> & {
  releases: Pick<FulfilmentContext['releases'], 'listBlocked' | 'listNarrators'>
  requesters: Pick<FulfilmentContext['requesters'], 'conditionsOf'>
}

/** Once the ranking has this many narrators, this search adds no more; a book has only a handful. */
const MAX_NARRATORS = 200

/**
 * Ranks the releases of a book by current settings and wishes, best first, without duplicates.
 * @param unsaved settings to rank by instead of the stored ones.
 */
export async function rankFound(
  { rank, settings, releases, requesters, accountIsVip, clock, relatedBooks }: RankContext,
  book: WantedRecording,
  found: readonly StoredRelease[],
  unsaved?: DownloadSettings,
): Promise<FoundRelease[]> {
  const factsOf = new Map<Release, StoredRelease>()
  const isEmpty = found.length === 0
  const input = {
    book,
    related: isEmpty ? [] : await relatedBooks(book),
    narrators: isEmpty ? [] : narratorsOf(found, await releases.listNarrators(book.asin)),
    releases: releasesOf(found, factsOf),
    settings: unsaved ?? (await settings()),
    conditions: await requesters.conditionsOf(book.asin),
    blocked: await releases.listBlocked(book.asin),
    accountIsVip: await accountIsVip(),
    now: clock(),
  }
  const ranked = await rank(input, yieldEvery())
  return ranked.flatMap(({ release, rank: place, metadata, verdict }) => {
    const facts = factsOf.get(release)
    return facts ? [{ rank: place, facts, metadata, verdict }] : []
  })
}

/** The narrators that indexers name for these releases, added to those from `earlier` searches. */
function narratorsOf(found: readonly StoredRelease[], earlier: readonly string[]): string[] {
  const names = new Set(earlier)
  for (const { metadata } of found) {
    if (names.size >= MAX_NARRATORS) break
    for (const name of metadata?.narrators ?? []) names.add(name)
  }
  return [...names]
}

/** Yields every release once. A generator, so that converting thousands is spread over the ranking. */
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

/** Converts a stored release into ranking input. */
export function toRelease(facts: StoredRelease): Release {
  return {
    guid: facts.guid,
    indexerId: facts.indexer_id,
    indexer: facts.indexer,
    title: facts.title,
    size: facts.size,
    publishDate: facts.publish_date === null ? null : new Date(facts.publish_date),
    infoUrl: facts.info_url,
    flags: facts.indexer_flags,
    protocol: facts.protocol,
    seeders: facts.seeders,
    leechers: facts.leechers,
    grabs: facts.grabs,
    categories: facts.categories,
    metadata: facts.metadata && {
      ...facts.metadata,
      freeleech: facts.metadata.freeleech ?? false,
      vip: facts.metadata.vip ?? false,
    },
  }
}
