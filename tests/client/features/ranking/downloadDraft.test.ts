import { describe, expect, it } from 'vitest'
import {
  DEFAULT_DOWNLOAD_SETTINGS,
  downloadSettingsSchema,
  patchDownloadSettingsBody,
} from '#contract/download-settings'
import type { DownloadDraft } from '#client/features/ranking/downloadDraft'
import {
  changesOf,
  defaultDraft,
  DOWNLOAD_FIELDS,
  draftOf,
  flagRow,
  isSame,
} from '#client/features/ranking/downloadDraft'

const STORED = { ...DEFAULT_DOWNLOAD_SETTINGS, min_seeders: 3, languages: ['de'] }

const changes = (typed: Partial<DownloadDraft>) =>
  changesOf({ ...draftOf(STORED), ...typed }, draftOf(STORED))

const complaints = (typed: Partial<DownloadDraft>) =>
  patchDownloadSettingsBody.safeParse(changes(typed)).error?.issues.map(({ path }) => path.join('.'))

describe('the request', () => {
  it('is empty if nothing was changed, however numbers are written', () => {
    expect(changes({})).toEqual({})
    expect(changes({ min_seeders: ' 3 ', flac_range: { from: '20,0', to: '1500.0' } })).toEqual({})
  })

  it('contains only what was changed, in the types of the contract', () => {
    expect(
      changes({
        min_seeders: '5',
        m4b_range: { from: '48', to: '256' },
        indexer_flags: [flagRow(' internal ', '-5')],
      }),
    ).toEqual({
      min_seeders: 5,
      m4b_range: { from_kbits: 48, to_kbits: 256 },
      indexer_flags: [{ flag: 'internal', score: -5 }],
    })
  })

  it('restores defaults instead of storing them', () => {
    expect(changes({ min_seeders: '1', languages: [] })).toEqual({ min_seeders: null, languages: null })
  })

  it('is refused by the contract if a number is invalid or a range reversed', () => {
    expect(complaints({ title_ratio: 'most' })).toEqual(['title_ratio'])
    expect(complaints({ mp3_range: { from: '', to: '64' } })).toEqual(['mp3_range.from_kbits'])
    expect(complaints({ mp3_range: { from: '128', to: '64' } })).toEqual(['mp3_range.to_kbits'])
    expect(complaints({ min_seeders: '-1' })).toEqual(['min_seeders'])
    expect(complaints({ indexer_flags: [flagRow('', '5')] })).toEqual(['indexer_flags.0.flag'])
  })
})

describe('the draft', () => {
  it('has every setting of the contract', () => {
    expect(DOWNLOAD_FIELDS.toSorted()).toEqual(Object.keys(downloadSettingsSchema.shape).toSorted())
  })

  it('lists every format, those missing in the order at its end', () => {
    expect(draftOf({ ...STORED, format_order: ['flac', 'mp3'] }).format_order).toEqual([
      'flac',
      'mp3',
      'm4b',
      'unknown_audio',
      'unknown',
    ])
  })

  it('shows which fields hold their defaults', () => {
    const held = DOWNLOAD_FIELDS.filter((field) => !isSame(field, draftOf(STORED), defaultDraft()))
    expect(held).toEqual(['min_seeders', 'languages'])
  })
})
