import { z } from 'zod'
import { asinSchema, bodyBoolean, languageCodeSchema, line, nullableMembers } from './common'
import { issueCode } from './issues'
import { operation } from './operation'
import { releaseSchema } from './releases'

/**
 * The formats with a range and a position in the order. `unknown_audio` is audio in another or an unnamed
 * format; `unknown` is a release that does not describe its files.
 */
export const RELEASE_FORMATS = ['m4b', 'mp3', 'flac', 'unknown_audio', 'unknown'] as const
const releaseFormatSchema = z.enum(RELEASE_FORMATS).meta({ id: 'ReleaseFormat' })
export type ReleaseFormat = z.infer<typeof releaseFormatSchema>

const MAX_KBITS = 100_000
const kbits = z.number().min(0).max(MAX_KBITS)

/** Bitrates in kbit/s, inclusive. */
const bitrateRangeSchema = z
  .strictObject({ from_kbits: kbits, to_kbits: kbits })
  .refine(({ from_kbits, to_kbits }) => from_kbits <= to_kbits, {
    path: ['to_kbits'],
    message: issueCode('range_reversed'),
  })
  .meta({ id: 'BitrateRange' })
export type BitrateRange = z.infer<typeof bitrateRangeSchema>

/**
 * Who sends a release to a download client: the search service, by the code that is stored, to the client set up there,
 * or Earmark to its own first client.
 */
export const RELEASE_SENDERS = ['prowlarr', 'client'] as const
const releaseSenderSchema = z.enum(RELEASE_SENDERS).meta({
  id: 'ReleaseSender',
  description:
    '`prowlarr`: the search service sends releases to its own client; `client`: Earmark fetches them through that service and adds them to the first download client set up here',
})

/** A month. */
const MAX_HOURS = 744

const MAX_FLAG_SCORE = 1000
const indexerFlagScoreSchema = z
  .strictObject({
    flag: line({ min: 1, max: 100 }),
    score: z
      .number()
      .int()
      .min(-MAX_FLAG_SCORE)
      .max(MAX_FLAG_SCORE)
      .meta({ description: 'Below 0 to avoid releases with this flag' }),
  })
  .meta({ id: 'IndexerFlagScore' })

/** A list without duplicates, compared by `key`. */
function unique<Item>(items: z.ZodType<Item>, length: number, key: (item: Item) => string) {
  return z
    .array(items)
    .max(length)
    .refine((list) => new Set(list.map(key)).size === list.length, issueCode('listed_twice'))
    .meta({ uniqueItems: true })
}

const percent = z.number().min(0).max(100)

const fields = {
  auto_download: bodyBoolean.meta({
    description: 'Whether the best release for an approved request is grabbed automatically',
  }),
  flac_range: bitrateRangeSchema,
  m4b_range: bitrateRangeSchema,
  mp3_range: bitrateRangeSchema,
  unknown_audio_range: bitrateRangeSchema,
  unknown_range: bitrateRangeSchema,
  min_seeders: z.number().int().min(0).max(1_000_000).meta({ description: 'Of torrents' }),
  name_ratio: percent.meta({ description: 'How similar the names of people must be, in percent' }),
  title_ratio: percent.meta({
    description: 'How much of the title must appear in the release name, in percent',
  }),
  indexer_flags: unique(indexerFlagScoreSchema, 100, ({ flag }) => flag.toLowerCase()),
  format_order: unique(releaseFormatSchema, RELEASE_FORMATS.length, (format) => format).meta({
    description: 'Best first; omitted formats come last',
  }),
  indexer_order: unique(line({ min: 1, max: 200 }), 200, (name) => name.toLowerCase()).meta({
    description: 'Indexer names, best first; omitted indexers come last',
  }),
  languages: unique(languageCodeSchema, 50, (code) => code).meta({
    description: 'ISO 639-1 codes of accepted languages; empty: the language of the requested audiobook',
  }),
  allow_packs: z.boolean().meta({
    description: 'Whether packs that contain the book among others may be grabbed',
  }),
  stalled_after_hours: z.number().int().min(1).max(MAX_HOURS).meta({
    description: 'Hours after which a torrent that receives nothing, and that no one seeds, counts as failed',
  }),
  remove_failed: z.boolean().meta({
    description: 'Whether failed downloads are removed from the download client, along with their files',
  }),
  completed_is_available: z.boolean().meta({
    description:
      'Whether a book is available as soon as its download is complete; applies only while no library is enabled',
  }),
  missing_after_hours: z.number().int().min(0).max(MAX_HOURS).meta({
    description:
      'Hours after which administrators are told that a complete download is not in the library; 0: never',
  }),
  send_torrents_by: releaseSenderSchema,
  send_usenet_by: releaseSenderSchema,
}

/** How releases are ranked. */
export const downloadSettingsSchema = z.object(fields).meta({ id: 'DownloadSettings' })
export type DownloadSettings = z.output<typeof downloadSettingsSchema>

/** Spoken word is acceptable from about 24 kbit/s; lossless recordings rarely exceed 1,000 kbit/s. */
export const DEFAULT_DOWNLOAD_SETTINGS: DownloadSettings = {
  auto_download: false,
  flac_range: { from_kbits: 20, to_kbits: 1500 },
  m4b_range: { from_kbits: 20, to_kbits: 400 },
  mp3_range: { from_kbits: 20, to_kbits: 400 },
  unknown_audio_range: { from_kbits: 20, to_kbits: 1500 },
  unknown_range: { from_kbits: 20, to_kbits: 1500 },
  min_seeders: 1,
  name_ratio: 75,
  title_ratio: 90,
  indexer_flags: [{ flag: 'freeleech', score: 10 }],
  format_order: ['m4b', 'mp3', 'flac', 'unknown_audio', 'unknown'],
  indexer_order: [],
  languages: [],
  allow_packs: false,
  stalled_after_hours: 12,
  remove_failed: false,
  completed_is_available: false,
  missing_after_hours: 24,
  send_torrents_by: 'prowlarr',
  send_usenet_by: 'prowlarr',
}

/** Any subset; omitted settings are unchanged, null restores a default. */
export const patchDownloadSettingsBody = z
  .strictObject(nullableMembers(fields))
  .partial()
  .meta({ id: 'PatchDownloadSettings' })
export type PatchDownloadSettingsBody = z.output<typeof patchDownloadSettingsBody>

const previewDownloadSettingsBody = z
  .strictObject({
    asin: asinSchema.meta({ description: 'A book that has been searched for before' }),
    settings: patchDownloadSettingsBody.meta({ description: 'Unsaved changes to the settings' }),
  })
  .meta({ id: 'PreviewDownloadSettings' })
export type PreviewDownloadSettingsBody = z.output<typeof previewDownloadSettingsBody>

/** The releases of a book's last search, in the order of the unsaved settings. */
export const downloadPreviewSchema = z
  .object({
    asin: z.string(),
    releases: z.array(
      releaseSchema.extend({
        previous_rank: z.number().int().meta({ description: 'Its position with the stored settings' }),
        previously_accepted: z.boolean(),
        previously_automatic: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'DownloadPreview' })
export type DownloadPreviewDto = z.infer<typeof downloadPreviewSchema>

export const getDownloadSettings = operation({
  method: 'GET',
  path: '/api/settings/download',
  summary: 'How releases are assessed and ranked',
  access: 'admin',
  answers: { 200: { description: 'The settings', schema: downloadSettingsSchema } },
})

export const patchDownloadSettings = operation({
  method: 'PATCH',
  path: '/api/settings/download',
  summary: 'Change how releases are assessed and ranked',
  access: 'admin',
  body: patchDownloadSettingsBody,
  answers: { 204: { description: 'Changed, for every instance at once' } },
})

export const previewDownloadSettings = operation({
  method: 'POST',
  path: '/api/settings/download/preview',
  summary: 'How unsaved settings would rank the releases of a book',
  access: 'admin',
  body: previewDownloadSettingsBody,
  answers: {
    200: {
      description: 'Its releases, best first, with their current positions',
      schema: downloadPreviewSchema,
    },
    404: { description: 'No releases are kept for this book' },
  },
})

/** The settings after a change: null restores a default, omitted settings are unchanged. */
export function changeDownloadSettings(
  current: DownloadSettings,
  change: PatchDownloadSettingsBody,
): DownloadSettings {
  const defaults: Record<string, unknown> = DEFAULT_DOWNLOAD_SETTINGS
  const changed: Record<string, unknown> = { ...current }
  for (const [key, value] of Object.entries(change)) {
    if (value !== undefined) changed[key] = value === null ? defaults[key] : value
  }
  return downloadSettingsSchema.parse(changed)
}
