import {
  changeDownloadSettings,
  type DownloadPreviewDto,
  type DownloadSettings,
  type PatchDownloadSettingsBody,
  type PreviewDownloadSettingsBody,
} from '#contract/download-settings'
import type { Database } from '#server/db/database'
import type { Settings } from '#server/domain/settings/settings.service'
import { nothingKept } from './fulfilment.errors'
import { keyOf, type RankReleases } from './search/rank.service'
import type { ReleaseSearchRepository } from './search/release-search.repository'
import type { ReleasesRepository } from './search/releases.repository'
import { showRelease } from './search/release-list.rules'

export type DownloadSettingsService = ReturnType<typeof createDownloadSettings>

/** Reads and changes how releases are ranked. */
export function createDownloadSettings(dependencies: {
  settings: Pick<Settings, 'snapshot' | 'prepare'>
  transaction: Database['write']
  /** Lets work begin that was waiting for the setting. */
  wake: () => void
}) {
  const { settings, transaction, wake } = dependencies

  return {
    async read(): Promise<DownloadSettings> {
      const stored = await settings.snapshot()
      return {
        auto_download: stored('auto_download'),
        flac_range: stored('flac_range'),
        m4b_range: stored('m4b_range'),
        mp3_range: stored('mp3_range'),
        unknown_audio_range: stored('unknown_audio_range'),
        unknown_range: stored('unknown_range'),
        min_seeders: stored('min_seeders'),
        name_ratio: stored('name_ratio'),
        title_ratio: stored('title_ratio'),
        indexer_flags: stored('indexer_flags'),
        format_order: stored('format_order'),
        indexer_order: stored('indexer_order'),
        languages: stored('languages'),
        allow_packs: stored('allow_packs'),
      }
    },

    /** Any subset; null puts a default back. */
    async patch(changes: PatchDownloadSettingsBody): Promise<void> {
      await transaction(await settings.prepare(changes))
      wake()
    },
  }
}

/** Shows what unsaved settings would do to the releases of a book's last search. */
export function createSettingsPreview(dependencies: {
  settings: Pick<DownloadSettingsService, 'read'>
  searches: Pick<ReleaseSearchRepository, 'findBook' | 'findNewestWithReleases'>
  releases: Pick<ReleasesRepository, 'list'>
  rankReleases: RankReleases
}) {
  const { settings, searches, releases, rankReleases } = dependencies

  /** @throws AppError `no_releases_kept`. */
  return async function preview(wanted: PreviewDownloadSettingsBody): Promise<DownloadPreviewDto> {
    const { asin } = wanted
    const [book, search] = await Promise.all([searches.findBook(asin), searches.findNewestWithReleases(asin)])
    if (!book || !search) throw nothingKept('No search for this audiobook has found anything yet.')
    const found = (await releases.list(search.id)).map(({ facts }) => facts)
    const current = await settings.read()
    const before = await rankReleases(book, found, current)
    const former = new Map(
      before.map((release) => [keyOf(release.facts.guid, release.facts.indexer_id), release]),
    )
    const after = await rankReleases(book, found, changeDownloadSettings(current, wanted.settings))
    return {
      asin,
      releases: after.map((release) => {
        const previous = former.get(keyOf(release.facts.guid, release.facts.indexer_id)) ?? release
        return {
          ...showRelease(release),
          previous_rank: previous.rank,
          previously_accepted: previous.verdict.accepted,
          previously_automatic: previous.verdict.automatic,
        }
      }),
    }
  }
}
