import {
  changeDownloadSettings,
  downloadSettingsSchema,
  type DownloadPreviewDto,
  type DownloadSettings,
  type PatchDownloadSettingsBody,
  type PreviewDownloadSettingsBody,
} from '#contract/download-settings'
import type { Database } from '#server/db/database'
import type { Actor } from '#server/domain/auth/auth.types'
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

const NAMES = downloadSettingsSchema.keyof().options

/** Reads the settings that releases are ranked by. */
export async function readDownloadSettings({ settings }: SettingsContext): Promise<DownloadSettings> {
  const stored = await settings.snapshot()
  return downloadSettingsSchema.parse(Object.fromEntries(NAMES.map((name) => [name, stored(name)])))
}

/** Changes any subset of the settings; null restores a default. @param by who does; tests of the settings omit it. */
export async function patchDownloadSettings(
  { settings, transaction, wake }: SettingsContext,
  changes: PatchDownloadSettingsBody,
  by?: Pick<Actor, 'stillEntitled'>,
): Promise<void> {
  const store = await settings.prepare(changes)
  await transaction(async (within) => {
    await by?.stillEntitled(within)
    await store(within)
  })
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
