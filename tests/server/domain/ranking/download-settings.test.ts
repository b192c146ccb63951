import { describe, expect, it } from 'vitest'
import {
  changeDownloadSettings,
  DEFAULT_DOWNLOAD_SETTINGS,
  downloadSettingsSchema,
  patchDownloadSettingsBody,
} from '#contract/download-settings'

describe('download settings', () => {
  it('have defaults that satisfy their own rules', () => {
    expect(downloadSettingsSchema.parse(DEFAULT_DOWNLOAD_SETTINGS)).toEqual(DEFAULT_DOWNLOAD_SETTINGS)
  })

  it.each([
    { m4b_range: { from_kbits: 100, to_kbits: 50 } },
    { mp3_range: { from_kbits: -1, to_kbits: 50 } },
    { flac_range: { from_kbits: 1 } },
    { unknown_range: { from_kbits: 1, to_kbits: 2, more: 3 } },
    { min_seeders: -1 },
    { min_seeders: 1.5 },
    { name_ratio: 101 },
    { title_ratio: -1 },
    { format_order: ['m4b', 'm4b'] },
    { format_order: ['vinyl'] },
    { indexer_order: ['One', 'one'] },
    { indexer_flags: [{ flag: '', score: 1 }] },
    {
      indexer_flags: [
        { flag: 'freeleech', score: 1 },
        { flag: 'Freeleech', score: 2 },
      ],
    },
    { languages: ['english'] },
    { auto_download: 'yes' },
    { unheard_of: 1 },
  ])('refuse %j', (body) => {
    expect(patchDownloadSettingsBody.safeParse(body).success).toBe(false)
  })

  it.each([
    { auto_download: true },
    { m4b_range: { from_kbits: 64, to_kbits: 64 } },
    { languages: [] },
    { indexer_flags: [{ flag: 'scene', score: -10 }] },
    { min_seeders: null },
    {},
  ])('accept %j', (body) => {
    expect(patchDownloadSettingsBody.safeParse(body).success).toBe(true)
  })

  it('change as given, and return to the default for null', () => {
    const changed = changeDownloadSettings(DEFAULT_DOWNLOAD_SETTINGS, { min_seeders: 9, languages: ['de'] })
    expect(changed).toEqual({ ...DEFAULT_DOWNLOAD_SETTINGS, min_seeders: 9, languages: ['de'] })
    expect(changeDownloadSettings(changed, { min_seeders: null })).toEqual({
      ...DEFAULT_DOWNLOAD_SETTINGS,
      languages: ['de'],
    })
  })
})
