import {
  changeDownloadSettings,
  type DownloadPreviewDto,
  type DownloadSettings,
  type PatchDownloadSettingsBody,
  type PreviewDownloadSettingsBody,
} from '#contract/download-settings'
import type { Database } from '#server/db/database'
import type { Settings } from '#server/domain/settings/settings.service'
import type { FulfilmentContext } from './context'
import { nothingKept } from './fulfilment.errors'
import { rankFound } from './search/rank.service'
import { keyOf } from './search/release-search.rules'
import { showRelease } from './search/release-list.rules'

interface SettingsContext {
  settings: Pick<Settings, 'snapshot' | 'prepare'>
  transaction: Database['write']
  /** Wakes fulfilments that were waiting for the setting. */
  wake: () => void
}

/** Reads the settings that releases are ranked by. */
export async function readDownloadSettings({ settings }: SettingsContext): Promise<DownloadSettings> {
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
    stalled_after_hours: stored('stalled_after_hours'),
    remove_failed: stored('remove_failed'),
    completed_is_available: stored('completed_is_available'),
    missing_after_hours: stored('missing_after_hours'),
    send_torrents_by: stored('send_torrents_by'),
    send_usenet_by: stored('send_usenet_by'),
  }
}

/** Changes any subset of the settings; null restores a default. */
export async function patchDownloadSettings(
  { settings, transaction, wake }: SettingsContext,
  changes: PatchDownloadSettingsBody,
): Promise<void> {
  await transaction(await settings.prepare(changes))
  wake()
}

/**
 * Previews what unsaved settings would do to the releases of a book's last search.
 * @throws AppError `no_releases_kept`.
 */
export async function previewDownloadSettings(
  context: FulfilmentContext,
  { asin, settings }: PreviewDownloadSettingsBody,
): Promise<DownloadPreviewDto> {
  const { searches, releases } = context
  const [book, search] = await Promise.all([searches.findBook(asin), searches.findNewestWithReleases(asin)])
  if (!book || !search) throw nothingKept()
  const found = (await releases.list(search.id)).map(({ facts }) => facts)
  const current = await context.settings()
  const before = await rankFound(context, book, found, current)
  const former = new Map(
    before.map((release) => [keyOf(release.facts.guid, release.facts.indexer_id), release]),
  )
  const after = await rankFound(context, book, found, changeDownloadSettings(current, settings))
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
